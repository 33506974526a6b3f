#pragma once

#include <QWidget>

#include "widgets/collectives/slots_layout.h"
#include "widgets/kit/step_keys.h"
#include "widgets/shown/op_palette.h"

#include <memory>

namespace bubblescope {

/// The data of every rank at one point in time of a collective. A click picks a slot of a rank.
///
/// Cost  of a frame: depends on the number of pixels; 64 ranks in a ring take less than 16 ms
class SlotsView : public QWidget {
    Q_OBJECT
public:
    explicit SlotsView(QWidget* parent = nullptr);

    /// Shows a playback from its start; null to show `notice` instead.
    void setPlayback(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup, const QString& notice);
    void setTime(double time);
    /// Larger type for presenting.
    void setPresenting(bool on);

    /// Sets the palette that ranks take their colours from.
    void setOpPalette(const OpPalette& palette);

    /// Rank and row.
    const std::optional<std::pair<int, int>>& picked() const { return m_picked; }
    void setPicked(const std::optional<std::pair<int, int>>& picked);
    /// Clears the pick. False if nothing was picked.
    bool leavePicked();
    const Moment& moment() const { return m_moment; }
    SlotsLayout slotsLayout() const;

    QSize minimumSizeHint() const override { return {320, 150}; }

signals:
    void pickedChanged();
    void stepAsked(bubblescope::StepKey key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    double scale() const;
    bool hasLegend() const;

    std::optional<std::pair<int, int>> cellAt(const QPointF& at) const;

    std::shared_ptr<const Playback> m_playback, m_drawn;
    CollectiveSetup m_setup;
    QString m_notice;
    Moment m_moment, m_drawnMoment;
    SlotsRoom m_room;
    std::optional<std::pair<int, int>> m_picked;
    const OpPalette* m_opPalette = &opPalettes().front();
    bool m_isPresenting = false;
    bool m_showsFocus = false;  // only to people who use the keyboard
};

}  // namespace bubblescope
