#include "widgets/gallery/gallery_card.h"

#include "widgets/kit/link_button.h"
#include "widgets/kit/symbol.h"
#include "widgets/shown/op_palette.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kRing = 3;  // room around a card for the focus ring
constexpr int kTitleLines = 2;
constexpr int kLeastLines = 2;  // below the title of a large card
constexpr int kDotRoom = 13;
constexpr int kOfferGap = 8;

/// Wraps a text into at most `most` lines; the last ends with an ellipsis if there is more.
QStringList wrapped(const QString& text, const QFont& font, double width, int most) {
    QStringList lines;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        const bool isLast = lines.size() + 1 == most;
        const QString rest = text.mid(line.textStart(), isLast ? -1 : line.textLength()).trimmed();
        lines << QFontMetricsF(font).elidedText(rest, Qt::ElideRight, width);
        if (isLast) break;
    }
    layout.endLayout();
    return lines;
}

constexpr double kOfferType = 12, kLinkType = 11.5, kSmallestTitle = 0.85;

}  // namespace

QFont GalleryCard::titleFont(bool isMarked) const {
    return m_isLarge ? uiFont(13 * m_scale, QFont::DemiBold)
                     : uiFont(11 * m_scale, isMarked ? QFont::DemiBold : QFont::Normal);
}

QFont GalleryCard::lineFont() const { return uiFont(11.5 * m_scale); }

GalleryCard::GalleryCard(QWidget* parent) : QAbstractButton(parent) {
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::ClickFocus);
}

void GalleryCard::setFace(CardFace face) {
    m_face = std::move(face);
    setChecked(m_face.isChecked);
    setText(m_face.title);
    setAccessibleName(m_face.title);
    setAccessibleDescription(m_face.tip.join(QStringLiteral(". ")));
    setToolTip(tipHtml((QStringList{m_face.title} + m_face.tip).join('\n')));
    while (m_offers.size() > m_face.offers.size()) {
        m_offers.back()->hide();
        m_offers.back()->deleteLater();  // it may be the one just clicked
        m_offers.pop_back();
    }
    while (m_offers.size() < m_face.offers.size()) {
        const std::size_t offer = m_offers.size();
        auto* button = new LinkButton({}, this);
        button->setFont(uiFont(kOfferType * m_scale));
        connect(button, &QAbstractButton::clicked, this, [this, offer] { emit offerTaken(offer); });
        m_offers.push_back(button);
    }
    for (std::size_t i = 0; i < m_offers.size(); ++i) {
        m_offers[i]->setText(m_face.offers[i]);
        m_offers[i]->setAccessibleName(tr("%1: %2").arg(m_face.title, m_face.offers[i]));
    }
    if (!m_face.link.isEmpty() && !m_link) {
        m_link = new LinkButton({}, this);
        m_link->setFont(uiFont(kLinkType * m_scale));
        connect(m_link, &QAbstractButton::clicked, this, [this] { emit linkAsked(m_face.link); });
    }
    if (m_link) {
        m_link->setText(m_face.linkText);
        m_link->setToolTip(tr("Open %1").arg(m_face.link.toString()));
        m_link->setAccessibleName(tr("Source of %1, %2").arg(m_face.title, m_face.linkText));
    }
    setTabStop(m_isTabStop);
    placeParts();
    update();
}

void GalleryCard::setLarge(bool isLarge) {
    m_isLarge = isLarge;
    placeParts();
    update();
}

void GalleryCard::setScale(double scale) {
    if (m_scale == scale) return;
    m_scale = scale;
    for (LinkButton* offer : m_offers) offer->setFont(uiFont(kOfferType * scale));
    if (m_link) m_link->setFont(uiFont(kLinkType * scale));
    placeParts();
    update();
}

std::vector<QAbstractButton*> GalleryCard::parts() const {
    std::vector<QAbstractButton*> parts(m_offers.begin(), m_offers.end());
    if (m_link) parts.push_back(m_link);
    return parts;
}

void GalleryCard::setTabStop(bool isStop) {
    m_isTabStop = isStop;
    setFocusPolicy(isStop ? Qt::StrongFocus : Qt::ClickFocus);
    for (QAbstractButton* part : parts()) part->setFocusPolicy(isStop ? Qt::StrongFocus : Qt::ClickFocus);
}

void GalleryCard::resizeEvent(QResizeEvent* event) {
    QAbstractButton::resizeEvent(event);
    placeParts();
}

int GalleryCard::linesBelow() const {
    return std::max(kLeastLines, static_cast<int>(m_face.lines.size()) + (m_face.warning.isEmpty() ? 0 : 1));
}

int GalleryCard::wrapHeight() const {
    return m_face.wraps ? QFontMetrics(titleFont(false)).height() + QFontMetrics(lineFont()).height() + 1 : 0;
}

QRect GalleryCard::pictureRect() const {
    const int pad = kRing + (m_isLarge ? 10 : 6);
    const QFontMetrics title(titleFont(false)), line(lineFont());
    const int text = m_isLarge ? 8 + title.height() + linesBelow() * (line.height() + 1) + wrapHeight()
                               : 3 + kTitleLines * title.height();
    return rect().adjusted(pad, pad, -pad, -(m_isLarge ? pad : kRing + 2) - text);
}

/// Of a large card.
QRect GalleryCard::titleRect() const {
    const QRect picture = pictureRect();
    return {picture.left(), picture.bottom() + 9, picture.width(), QFontMetrics(titleFont(false)).height()};
}

/// Offers below the title, the link at its end.
void GalleryCard::placeParts() {
    const QRect title = titleRect();
    int left = title.left();
    for (LinkButton* offer : m_offers) {
        offer->setGeometry({{left, title.bottom() + 3}, offer->sizeHint()});
        offer->setVisible(m_isLarge);
        left += offer->width() + kOfferGap;
    }
    if (!m_link) return;
    const QSize size = m_link->sizeHint();
    m_link->setGeometry(title.right() - size.width() + 4, title.center().y() - size.height() / 2 + 1, size.width(),
                        size.height());
    m_link->setVisible(m_isLarge);
}

void GalleryCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintGround(painter);
    paintPicture(painter);
    m_isLarge ? paintText(painter) : paintSmallTitle(painter);
}

void GalleryCard::paintGround(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF box = QRectF(rect()).adjusted(kRing, kRing, -kRing, -kRing);
    if (hasFocus()) {
        QColor ring = theme.accent;
        ring.setAlphaF(0.45f);
        painter.setPen(QPen(ring, kRing - 0.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(-1.25, -1.25, 1.25, 1.25), 7, 7);
    }
    const bool isLit = isChecked() || isDown();
    QPen pen(isLit ? theme.accent : underMouse() ? theme.mutedText : theme.line, isLit ? 1.5 : 1);
    if (m_face.isOwn && !isLit) pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(isLit ? mixed(theme.field, theme.accent, 0.08) : theme.field);
    const double half = pen.widthF() / 2;
    painter.drawRoundedRect(box.adjusted(half, half, -half, -half), 6, 6);
}

void GalleryCard::paintPicture(QPainter& painter) {
    const Theme& theme = themeOf(palette());
    const QRect box = pictureRect();
    if (box.isEmpty()) return;
    if (m_face.isOwn) {
        QFont font = uiFont(std::min(box.height() * 0.62, 44.0), QFont::Light);
        font.setItalic(true);
        painter.setFont(font);
        painter.setPen(theme.accent);
        return painter.drawText(box, Qt::AlignCenter, QString::fromUtf8("ƒ(x)"));
    }
    if (!m_face.picture) return paintReason(painter, box);
    const double ratio = devicePixelRatioF();
    const QSize size = (QSizeF(box.size()) * ratio).toSize();
    const int themeId = static_cast<int>(theme.id);
    if (m_pictured != m_face.pictured || m_picturedSize != size || m_picturedTheme != themeId ||
        m_picturedLook != m_face.look) {
        m_picture = QPixmap::fromImage(m_face.picture(size, ratio, theme.id));
        m_picture.setDevicePixelRatio(ratio);
        m_pictured = m_face.pictured;
        m_picturedSize = size;
        m_picturedTheme = themeId;
        m_picturedLook = m_face.look;
    }
    const int spare = box.height() - qRound(m_picture.height() / ratio);
    painter.drawPixmap(box.topLeft() + QPoint(0, std::max(0, spare / 2)), m_picture);
}

void GalleryCard::paintReason(QPainter& painter, const QRect& box) const {
    painter.setFont(m_isLarge ? lineFont() : uiFont(11 * m_scale));
    painter.setPen(themeOf(palette()).mutedText);
    if (!m_isLarge) return painter.drawText(box, Qt::AlignCenter | Qt::TextWordWrap, m_face.reason);
    const QFontMetrics metrics(painter.font());
    const int most = std::max(1, box.height() / metrics.height());
    QRect line(box.left(), box.top(), box.width(), metrics.height());
    for (const QString& part : wrapped(m_face.reason, painter.font(), box.width(), most)) {
        painter.drawText(line, Qt::AlignLeft, part);
        line.translate(0, metrics.height());
    }
}

void GalleryCard::paintSmallTitle(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QFont font = titleFont(isChecked());
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const bool isQuiet = !isChecked() && !underMouse() && !hasFocus();
    painter.setPen(m_face.isOwn ? theme.accent : isQuiet ? theme.mutedText : theme.text);
    const QRect space = rect().adjusted(kRing + 4, 0, -kRing - 4, 0);
    QRect line(space.left(), pictureRect().bottom() + 4, space.width(), metrics.height());
    const QStringList lines = wrapped(text(), font, space.width(), kTitleLines);
    if (lines.size() < kTitleLines) line.translate(0, metrics.height() / 3);
    for (const QString& part : lines) {
        painter.drawText(line, Qt::AlignHCenter | Qt::AlignVCenter, part);
        line.translate(0, metrics.height());
    }
}

void GalleryCard::paintText(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    painter.setFont(titleFont(isChecked()));
    painter.setPen(m_face.isOwn ? theme.accent : theme.text);
    QRect line = titleRect();
    QRect title = line;
    if (m_face.dot.isValid()) {
        const QPointF at(title.left() + 4, title.center().y() + 1);
        painter.save();
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_face.dot);
        painter.drawEllipse(at, 4, 4);
        painter.restore();
        title.setLeft(title.left() + kDotRoom);
    }
    if (m_link) title.setRight(m_link->x() - 4);
    // A title that is slightly too long is set slightly smaller, unless it may take two lines.
    if (!m_face.wraps) painter.setFont(fittedFont(painter.font(), text(), title.width(), kSmallestTitle));
    for (const QString& part : wrapped(text(), painter.font(), title.width(), m_face.wraps ? kTitleLines : 1)) {
        painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, part);
        line = title;
        title.translate(0, title.height());
    }
    painter.setFont(lineFont());
    const QFontMetrics small(painter.font());
    line = QRect(titleRect().left(), line.bottom() + 2, titleRect().width(), small.height());
    const auto put = [&](const QString& text, const QColor& color, int most = 1) {
        painter.setPen(color);
        for (const QString& part : wrapped(text, painter.font(), line.width(), most)) {
            painter.drawText(line, Qt::AlignLeft, part);
            line.translate(0, small.height() + 1);
        }
    };
    for (qsizetype i = 0; i < m_face.lines.size(); ++i)
        put(m_face.lines[i], theme.mutedText, m_face.wraps && i == 0 ? kTitleLines : 1);
    if (!m_face.warning.isEmpty()) put(m_face.warning, theme.error);
}

}  // namespace bubblescope
