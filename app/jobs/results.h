#pragma once

#include <QMap>
#include <QObject>

#include "app/jobs/background.h"
#include "widgets/kit/stale_overlay.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/references.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

class ScenarioDocument;

/// The results of the document's schedules as all views show them: a list of outcomes, the curves, and a summary line.
/// Follows the document through the background runner.
///
/// Invariants  outcomes() is one generation, in which some may be awaited; its titles and refusals belong to
///             scenario(). It is empty only if the document has no schedules
/// Thread      the interface thread
class Results : public QObject {
    Q_OBJECT

public:
    Results(const ScenarioDocument& document, Background& background, QObject* parent = nullptr);

    const std::vector<Outcome>& outcomes() const { return m_outcomes; }
    /// The scenario of outcomes(): the document's, or an older one while new results are awaited.
    const Scenario& scenario() const { return m_scenario; }
    bool isCurrent() const;
    /// Whether outcomes() belongs to the open document, even if to an older state of it, not to a previous document.
    bool isOfDocument() const { return !m_isOfBefore; }
    /// Whether none of outcomes() is awaited.
    bool isWhole() const;
    /// The field of the file because of which outcomes()[index] was refused; empty if it was not.
    const std::string& errorField(std::size_t index) const { return m_errors[index].field; }
    /// The values of the shared workload because of which schedules were refused: the reason by workload key.
    QMap<QString, QString> workloadErrors() const;
    /// Values of those keys with which none of these schedules would be refused, by workload key.
    QMap<QString, QList<double>> workloadOffers() const;

    /// What outcomes() is compared with; opening another document removes it.
    const References& references() const { return m_references; }
    /// Pins the current results, if they are complete, so that new ones are compared with them; or unpins.
    void setPinned(bool on);
    /// While a lesson shows its own scenes, what the document is compared with is set aside; then it is back.
    void setReferencesAside(bool on);
    /// Aligns two of outcomes().
    void align(std::size_t upper, std::size_t lower);
    void endAlignment();

    ThemeId theme() const { return m_theme; }
    const QString& palette() const { return m_palette; }
    void setColors(ThemeId theme, const QString& palette);
    /// Whether runs also compute activation memory over time.
    void setWithHeld(bool on);
    /// Whether outcomes(), or the curves, are so old that they should be dimmed.
    bool isOld() const { return m_age.isOld(); }
    bool areCurvesOld() const { return m_curvesAge.isOld(); }
    const Staleness& age() const { return m_age; }
    const Staleness& curvesAge() const { return m_curvesAge; }
    /// The axis of the curves to compute.
    void setCurves(const std::string& axis, bool keepRatio);
    /// The schedule to compute advice for; empty means the fastest.
    void setAdvised(std::optional<std::size_t> index);
    /// The schedule that advice() is for; empty while it is awaited or if nothing ran.
    std::optional<std::size_t> advised() const;
    const std::vector<Advice>& advice() const { return m_background.advice()->advice; }

    /// Requests the explanation of a gap of outcomes()[index].
    void requestWhy(std::size_t index, const IdleGap& gap);
    /// The explanation of the gap requested last; null while it is awaited.
    const WhyFor* why() const { return m_background.why().get(); }

    /// Stops the computation; results on screen stay, and awaited outcomes become stopped.
    void cancel();
    bool isCancelled() const { return m_cancelled; }
    /// Resumes the computation that cancel() stopped.
    void goOn();

    /// "5 schedules · 480 operations · ZB-H1 is fastest: 2748 ms, 5.4% less than Hanayo; 1.3% above lower bound".
    QString summary() const;

signals:
    void outcomesChanged();
    /// isOld() or areCurvesOld() has changed.
    void ageChanged();
    /// references().pinned() has changed.
    void pinChanged();
    /// advised() or advice() has changed.
    void adviceChanged();
    void whyChanged();

private:
    /// The schedules that were refused because of the workload, by workload key.
    std::map<std::string, std::vector<std::size_t>> refusedByKey() const;
    void request();
    void leaveDocument();
    void showAwaited();
    void requestCurves();
    void requestAdvice();
    void takeOutcomes();
    void paintOutcomes();
    bool canPin() const;
    void takeCurves();

    const ScenarioDocument& m_document;
    Background& m_background;
    ThemeId m_theme = ThemeId::Light;
    QString m_palette;
    std::string m_axis{kUsualAxis};
    bool m_keepRatio = true;
    bool m_cancelled = false;
    bool m_isOfBefore = false;  // whether outcomes() belongs to the previous document
    std::optional<std::size_t> m_advised;
    Scenario m_scenario;
    std::vector<Outcome> m_outcomes;
    References m_references;
    std::optional<References> m_aside;  // those of the document, while a lesson runs
    Staleness m_age, m_curvesAge;
    bool m_withHeld = false;
    std::vector<Error> m_errors;  // by outcome: why it was refused; empty if it was not
};

}  // namespace bubblescope
