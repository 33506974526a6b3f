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

/// The right column: facts about the picked op, or why a device is idle; below it, advice.
///
/// Invariants  shows what it was last given; while that is nothing, it says what to click
class OpPanel : public SidePanel {
    Q_OBJECT
public:
    explicit OpPanel(QWidget* parent = nullptr);

    /// `track` is the index of the schedule in the scenario; signals of links pass it on.
    void setOp(int track, std::shared_ptr<const Run> run, Row row);
    void setIdle(int track, std::shared_ptr<const Run> run, LaneId lane, Time at);
    /// Nothing is picked.
    void clear();
    /// The ops that its sentences name, earliest first, in the track that it explains.
    const std::vector<Row>& chain() const { return m_chain; }
    /// What the picked op or gap waits for, in one sentence; empty while nothing is picked. Rich text.
    const QString& sentence() const { return m_sentence; }
    /// The causes that trial runs found for a gap of `run`.
    void setWhy(std::shared_ptr<const Run> run, const WhyIdle& why);
    /// Shows ways to improve `schedule`, largest gain first: the first few, and the rest on request. An empty list says
    /// that no change tried makes it faster or, with `isOverLimit`, that none makes it fit.
    void setAdvice(const std::vector<Advice>& advice, const QString& schedule = {}, bool isOverLimit = false);
    /// Greys the advice while newer advice is computed; old advice cannot be clicked.
    void setAdviceOld(bool isOld);
    /// Shows no advice, or the reason why there is none.
    void clearAdvice(const QString& why = {});
    /// A section between the op and the advice: rich text under a heading. A link to "row:N" shows that op of `track`;
    /// any other link emits noteFollowed().
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
    /// A link to an op was clicked.
    void showOp(int track, bubblescope::Row row);
    /// The link that highlights chain() was clicked.
    void showChain();
    /// A link of a note that does not lead to an op was clicked.
    void noteFollowed(const QString& link);
    /// The mouse is over such a link; empty when it leaves.
    void notePointedAt(const QString& link);
    /// A suggestion was clicked.
    void followed(const bubblescope::Advice& advice);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Showing { Nothing, Op, Idle };

    QLabel* addLabel(const char* name, QPalette::ColorRole role);
    void refresh();
    void showText(const OpText& text);
    /// `track` is the schedule that the link belongs to.
    void follow(const QString& link, int track);
    void clearRows();
    /// Tab goes from top to bottom: notes and advice are made later than what is below them.
    void orderTabs();
    QWidget* adviceRow(const Advice& advice);

    Showing m_shown = Showing::Nothing;
    int m_track = -1;
    std::shared_ptr<const Run> m_run;
    Row m_row = 0;
    LaneId m_lane;
    Time m_at = 0;
    std::shared_ptr<const Run> m_tried;  // the run that m_why belongs to
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
    std::vector<NoteParts> m_noteParts;  // as many as there have been notes at once
    QVBoxLayout* m_noteColumn = nullptr;
    QLabel* m_adviceTitle = nullptr;
    QLabel* m_noAdvice = nullptr;
    QWidget* m_advice = nullptr;
    LinkButton* m_more = nullptr;
};

}  // namespace bubblescope
