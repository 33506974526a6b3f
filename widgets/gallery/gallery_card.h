#pragma once

#include <QAbstractButton>
#include <QColor>
#include <QImage>
#include <QPixmap>
#include <QUrl>

#include "widgets/kit/theme.h"

#include <functional>
#include <memory>
#include <vector>

namespace bubblescope {

class LinkButton;

/// What a card of a gallery says and shows.
///
/// Invariants  `picture` and `reason` are never both there
struct CardFace {
    QString id;  // of what it stands for, in this gallery
    QString title;
    QStringList lines;                                                       // below the title of a large card
    QString warning;                                                         // after them, in the colour of errors
    QStringList tip;                                                         // lines
    bool isChecked = false;                                                  // marked
    QColor dot;                                                              // before the title, if it is valid
    std::function<QImage(QSize size, double ratio, ThemeId theme)> picture;  // `size` in device pixels
    std::shared_ptr<const void> pictured;                                    // what the picture is of, and
    int look = 0;                                                            // how: another one is painted anew
    QString reason;                                                          // in place of a picture
    std::vector<QString> offers;                                             // below the title, to be clicked
    QString linkText;                                                        // at the right end of the title
    QUrl link;
    bool isOwn = false;  // for something of one's own: a sign in place of the picture
};

/// A card of a gallery: a small picture above its title, and, where it is large, lines that say more.
class GalleryCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit GalleryCard(QWidget* parent);

    /// Checked means marked; a click alone does not change it.
    void setFace(CardFace face);
    void setLarge(bool isLarge);
    /// How many times as large as usual its type is.
    void setScale(double scale);
    /// Whether Tab reaches the card, and from it what can be clicked on it.
    void setTabStop(bool isStop);

    const QString& id() const { return m_face.id; }
    /// What can be clicked on it: offers, then the link.
    std::vector<QAbstractButton*> parts() const;

signals:
    void offerTaken(std::size_t offer);
    void linkAsked(const QUrl& link);

protected:
    void nextCheckState() override {}
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QFont titleFont(bool isMarked) const;
    QFont lineFont() const;
    int linesBelow() const;
    QRect pictureRect() const;
    QRect titleRect() const;
    void placeParts();
    void paintGround(QPainter& painter) const;
    void paintPicture(QPainter& painter);
    void paintReason(QPainter& painter, const QRect& box) const;
    void paintText(QPainter& painter) const;
    void paintSmallTitle(QPainter& painter) const;

    CardFace m_face;
    bool m_isLarge = false, m_isTabStop = false;
    double m_scale = 1;
    std::vector<LinkButton*> m_offers;
    LinkButton* m_link = nullptr;

    QPixmap m_picture;  // of what the rest says
    std::shared_ptr<const void> m_pictured;
    QSize m_picturedSize;
    int m_picturedTheme = -1, m_picturedLook = 0;
};

}  // namespace bubblescope
