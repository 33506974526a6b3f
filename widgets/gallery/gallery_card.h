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

/// The content of a gallery card.
///
/// Invariants  `picture` and `reason` are never both set
struct CardFace {
    QString id;  // unique in this gallery
    QString title;
    QStringList lines;       // below the title of a large card
    bool wraps = false;      // whether title and first line may take two
    QString warning;         // below them, in the colour of errors
    QStringList tip;         // one per line
    bool isChecked = false;  // marked
    QColor dot;              // before the title, if valid
    std::function<QImage(QSize size, double ratio, ThemeId theme)> picture;  // `size` in device pixels
    std::shared_ptr<const void> pictured;                                    // the picture is painted anew if this or
    int look = 0;                                                            // the look changes
    QString reason;                                                          // shown instead of a picture
    std::vector<QString> offers;                                             // links below the title
    QString linkText;                                                        // at the right end of the title
    QUrl link;
    bool isOwn = false;  // the custom card: a symbol instead of the picture
};

/// A card of a gallery: a small picture above its title and, if it is large, lines with more facts.
class GalleryCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit GalleryCard(QWidget* parent);

    /// A checked card is marked; a click does not check it.
    void setFace(CardFace face);
    void setLarge(bool isLarge);
    /// Scales its type.
    void setScale(double scale);
    /// Whether Tab reaches the card and then the links on it.
    void setTabStop(bool isStop);

    /// What it needs more than other large cards, for a title and a line that may wrap.
    int wrapHeight() const;

    const QString& id() const { return m_face.id; }
    /// The links on it: offers, then the source.
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

    QPixmap m_picture;  // cached for the values below
    std::shared_ptr<const void> m_pictured;
    QSize m_picturedSize;
    int m_picturedTheme = -1, m_picturedLook = 0;
};

}  // namespace bubblescope
