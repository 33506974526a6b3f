#pragma once

#include <QAbstractButton>
#include <QPixmap>

#include "widgets/shown/outcome.h"

namespace bubblescope {

/// A card of the gallery: a small picture of a scheme above its title, and, where it is large, its two formulas.
class SchemeCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit SchemeCard(QWidget* parent);

    /// A scheme to begin with.
    void setOutcome(const Outcome& outcome);
    /// Formulas of one's own.
    void setCustom();
    /// Checked means marked; a click alone does not change it.
    void setLarge(bool isLarge);

protected:
    void nextCheckState() override {}
    void paintEvent(QPaintEvent* event) override;

private:
    QRect pictureRect() const;
    void paintGround(QPainter& painter) const;
    void paintPicture(QPainter& painter);
    void paintText(QPainter& painter) const;

    Outcome m_outcome;
    QStringList m_lines;  // below the title of a large card
    bool m_isCustom = false;
    bool m_isLarge = false;

    QPixmap m_picture;  // of what the rest says
    std::shared_ptr<const Run> m_pictured;
    QSize m_picturedSize;
    int m_picturedTheme = -1;
};

}  // namespace bubblescope
