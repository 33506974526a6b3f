#pragma once

#include <QMap>
#include <QObject>

#include "app/jobs/age.h"
#include "app/jobs/background.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/references.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

class ScenarioDocument;

/// The document's schedules as all views show them: one list of outcomes, the curves beside it, and a line
/// that sums up. Follows the document through the background runner.
///
/// Invariants  outcomes() is one generation, in which some may be awaited; its titles and refusals belong to
/// scenario().
///             It is empty only where the document has no schedules
/// Thread      the interface thread
class Results : public QObject {
    Q_OBJECT

public:
    Results(const ScenarioDocument& document, Background& background, QObject* parent = nullptr);

    const std::vector<Outcome>& outcomes() const { return m_outcomes; }
    /// The scenario that outcomes() are of: the document's, or while its own are awaited an older one.
    const Scenario& scenario() const { return m_scenario; }
    bool isCurrent() const;
    /// Whether outcomes() are of the open document, as it is or was, and not of the one before it.
    bool isOfDocument() const { return !m_isOfBefore; }
    /// Whether none of outcomes() is awaited.
    bool isWhole() const;
    /// The field of the file at which outcomes()[index] was refused; empty if it was not.
    const std::string& errorField(std::size_t index) const { return m_errors[index].field; }
    /// Which values of the shared workload make schedules refuse, and why: reason by workload key.
    QMap<QString, QString> workloadErrors() const;
    /// Values of those keys with which none of them would be refused, by workload key.
    QMap<QString, QList<double>> workloadOffers() const;

    /// What outcomes() are held against; the next document drops it.
    const References& references() const { return m_references; }
    /// Holds what comes against the present result, if it is whole, or no longer.
    void setPinned(bool on);
    /// Aligns two of outcomes().
    void align(std::size_t upper, std::size_t lower);
    void endAlignment();

    ThemeId theme() const { return m_theme; }
    void setTheme(ThemeId theme);
    /// Whether outcomes() are to say what their devices hold as time passes.
    void setWithHeld(bool on);
    /// Whether outcomes(), and the curves beside them, are so old that they are to be marked.
    bool isOld() const { return m_age.isOld(); }
    bool areCurvesOld() const { return m_curvesAge.isOld(); }
    /// Which curves to keep computing.
    void setCurves(const std::string& axis, bool keepRatio);
    /// For which schedule to find out what would help; nothing: the fastest.
    void setAdvised(std::optional<std::size_t> index);
    /// The schedule that advice() is for; nothing while it is awaited or nothing ran.
    std::optional<std::size_t> advised() const;
    const std::vector<Advice>& advice() const { return m_background.advice()->advice; }

    /// Which idle time of outcomes()[index] to find the reason of.
    void requestWhy(std::size_t index, const IdleGap& gap);
    /// Null while it is awaited.
    const WhyFor* why() const { return m_background.why().get(); }

    /// Stops long work; what was shown stays, and what was awaited says that it was stopped.
    void cancel();
    bool isCancelled() const { return m_cancelled; }
    /// Does what was stopped after all.
    void goOn();

    /// "5 schedules · 480 operations · ZB-H1 is fastest: 5.4 % less than Hanayo, 1.3 % over the bound".
    QString summary() const;

signals:
    void outcomesChanged();
    /// isOld() or areCurvesOld() is another one.
    void ageChanged();
    /// references().pinned() is another one.
    void pinChanged();
    /// advised() or advice() are others.
    void adviceChanged();
    void whyChanged();

private:
    /// The schedules that are refused for a key of the workload.
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
    std::string m_axis{kUsualAxis};
    bool m_keepRatio = true;
    bool m_cancelled = false;
    bool m_isOfBefore = false;  // outcomes() are of a document that has been left
    std::optional<std::size_t> m_advised;
    Scenario m_scenario;
    std::vector<Outcome> m_outcomes;
    References m_references;
    Age m_age, m_curvesAge;
    bool m_withHeld = false;
    std::vector<Error> m_errors;  // of each outcome that is refused; empty for the others
};

}  // namespace bubblescope
