#pragma once

#include "widgets/collectives/slots_layout.h"
#include "widgets/kit/side_panel.h"

#include <memory>

class QLabel;
class QPushButton;

namespace bubblescope {

class HistoryTree;

/// Explains a collective: where the value in a slot came from, why it sends as many bytes as it does, and what it
/// becomes when every arrow is reversed.
class ExplainPanel : public SidePanel {
    Q_OBJECT
public:
    explicit ExplainPanel(QWidget* parent = nullptr);

    /// `playback` is null if the steps are not shown; `run` is null if the algorithm is refused.
    void setRun(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup, const CollectiveRun* run);
    void setPick(const std::optional<std::pair<int, int>>& pick, const Moment& moment);

    HistoryTree* history() const { return m_history; }
    QPushButton* reverse() const { return m_reverse; }
    /// The whole text, one line per paragraph.
    QString text() const;
    /// The explanation of the picked slot, in one line; empty if no slot is picked.
    QString ofSlot() const;

signals:
    void originChosen(int rank, int row, std::size_t step);
    void reverseAsked();

private:
    void showWhy(const CollectiveRun* run);
    void showDual(const CollectiveRun* run);

    std::shared_ptr<const Playback> m_playback;
    CollectiveSetup m_setup;
    std::optional<std::pair<std::pair<int, int>, std::size_t>>
        m_shown;  // the picked slot, and the number of finished steps
    QLabel *m_slot, *m_title, *m_body, *m_from, *m_crossings, *m_why, *m_whyBody, *m_whySum, *m_whyRest, *m_dualBody;
    HistoryTree* m_history;
    QPushButton* m_reverse;
};

}  // namespace bubblescope
