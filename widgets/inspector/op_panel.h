#pragma once

#include "engine/results/advice.h"
#include "engine/results/why_idle.h"
#include "widgets/kit/side_panel.h"

#include <memory>
#include <vector>

class QFrame;
class QLabel;
class QVBoxLayout;

namespace bubblescope {

class LinkButton;
struct OpText;

/// The right column: facts of the picked op, or why a device is idle; beneath, what would help.
///
/// Invariants  shows what it was last given, and says what to do while that is nothing
class OpPanel : public SidePanel {
    Q_OBJECT
public:
    explicit OpPanel(QWidget* parent = nullptr);

    /// `track` is the schedule's place in the scenario; links hand it back.
    void setOp(int track, std::shared_ptr<const Run> run, Row row);
    void setIdle(int track, std::shared_ptr<const Run> run, LaneId lane, Time at);
    /// Nothing is picked.
    void clear();
    /// The ops that its sentences go back through, the first first, of the track that it explains.
    const std::vector<Row>& chain() const { return m_chain; }
    /// What it waits for, in a sentence; empty while nothing is picked. Rich text.
    const QString& sentence() const { return m_sentence; }
    /// What runs said of an idle time of `run`.
    void setWhy(std::shared_ptr<const Run> run, const WhyIdle& why);
    /// What would help `schedule`, the largest gain first; the first few, and the rest when asked for. An empty list
    /// says that nothing of it would; of a schedule that holds too much, that nothing of it is enough.
    void setAdvice(const std::vector<Advice>& advice, const QString& schedule = {}, bool isOverLimit = false);
    /// Greys it while newer advice is awaited; what is old cannot be followed.
    void setAdviceOld(bool isOld);
    /// Nothing to advise on, or the reason why nothing was tried.
    void clearAdvice(const QString& why = {});
    /// What is said beside, between the op and the advice: rich text under a heading. A link to "row:N" shows that op
    /// of `track`; another one is noteFollowed().
    struct Note {
        QString heading, text;
        int track = -1;

        friend bool operator==(const Note&, const Note&) = default;
    };
    void setNotes(const std::vector<Note>& notes);
    /// The number of the first microbatch, stage and chunk: 0 or 1.
    void setFirstNumber(int firstNumber);

    QSize sizeHint() const override { return {240, 480}; }

signals:
    void sentenceChanged();
    /// A link was followed to an op.
    void showOp(int track, bubblescope::Row row);
    /// chain() is to be seen.
    void showChain();
    /// A link of a note was followed that leads to no op.
    void noteFollowed(const QString& link);
    /// Such a link is pointed at; empty when it no longer is.
    void notePointedAt(const QString& link);
    /// An advice was chosen.
    void followed(const bubblescope::Advice& advice);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class TrackData { Nothing, Op, Idle };

    QLabel* addLabel(const char* name, QPalette::ColorRole role);
    void refresh();
    void showText(const OpText& text);
    /// `track` is the schedule that the link is said of.
    void follow(const QString& link, int track);
    void clearRows();
    QWidget* adviceRow(const Advice& advice);

    TrackData m_shown = TrackData::Nothing;
    int m_track = -1;
    std::shared_ptr<const Run> m_run;
    Row m_row = 0;
    LaneId m_lane;
    Time m_at = 0;
    std::shared_ptr<const Run> m_tried;  // that m_why is of
    WhyIdle m_why;
    std::vector<Row> m_chain;
    QString m_sentence;
    int m_firstNumber = 0;
    QWidget* m_column = nullptr;
    QLabel* m_headline = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_lead = nullptr;
    QLabel* m_steps = nullptr;
    QLabel* m_conclusion = nullptr;
    QLabel* m_link = nullptr;
    QFrame* m_line = nullptr;
    struct NoteParts {
        QFrame* line;
        QLabel *title, *text;
    };
    std::vector<Note> m_notes;
    std::vector<NoteParts> m_noteParts;  // as many as there ever were notes
    QVBoxLayout* m_noteColumn = nullptr;
    QLabel* m_adviceTitle = nullptr;
    QLabel* m_noAdvice = nullptr;
    QWidget* m_advice = nullptr;
    LinkButton* m_more = nullptr;
};

}  // namespace bubblescope
