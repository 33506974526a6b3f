#include "widgets/gallery/card_gallery.h"

#include "widgets/gallery/gallery_card.h"
#include "widgets/kit/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kStripHeight = 84, kStripMargin = 7;
constexpr int kNarrowestCard = 92, kWidestCard = 156;  // in the strip
constexpr int kGridMargin = 21, kGridGap = 8;
constexpr QSize kLeastLarge{180, 132}, kMostLarge{340, 260};
constexpr double kAspect = 1.35;
constexpr double kHeadingType = 20, kWordsType = 13;

/// Scrolls sideways with the wheel if it cannot scroll up and down.
class ScrollArea : public QScrollArea {
public:
    using QScrollArea::QScrollArea;

protected:
    void wheelEvent(QWheelEvent* event) override {
        QScrollBar* bar = horizontalScrollBar();
        if (verticalScrollBar()->maximum() > 0 || bar->maximum() == 0) return QScrollArea::wheelEvent(event);
        const QPoint delta = event->angleDelta();
        bar->setValue(bar->value() - (delta.x() != 0 ? delta.x() : delta.y()) / 2);
        event->accept();
    }
};

}  // namespace

CardGallery::CardGallery(const GalleryWords& words, const std::optional<CardFace>& own, QWidget* parent)
    : QWidget(parent), m_own(own) {
    setAccessibleName(words.name);
    m_heading = new QLabel(words.heading, this);
    m_heading->setFont(uiFont(kHeadingType, QFont::DemiBold));
    m_heading->setWordWrap(true);
    m_explanation = new QLabel(words.explanation, this);
    m_explanation->setForegroundRole(QPalette::PlaceholderText);
    m_explanation->setWordWrap(true);
    for (QLabel* label : {m_heading, m_explanation}) label->setContentsMargins(kGridMargin + 3, 0, kGridMargin + 3, 0);

    m_scroll = new ScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_content = new QWidget;
    m_content->setAutoFillBackground(false);
    m_scroll->setWidget(m_content);
    m_content->setAutoFillBackground(false);  // setWidget() turns it on

    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_heading);
    rows->addWidget(m_explanation);
    rows->addWidget(m_scroll, 1);
    setFaces({});
    setExpanded(false);
}

GalleryCard* CardGallery::newCard() {
    auto* card = new GalleryCard(m_content);
    const std::size_t index = m_cards.size();
    connect(card, &QAbstractButton::clicked, this, [this, index] {
        if (m_own && index + 1 == m_cards.size())
            emit ownAsked();
        else
            emit chosen(index);
    });
    connect(card, &GalleryCard::offerTaken, this, [this, index](std::size_t offer) { emit offerTaken(index, offer); });
    connect(card, &GalleryCard::linkAsked, this, &CardGallery::linkAsked);
    card->installEventFilter(this);
    card->setLarge(m_isExpanded);
    card->setScale(m_scale);
    card->show();
    return card;
}

void CardGallery::setFaces(const std::vector<CardFace>& faces) {
    const auto focused = std::find_if(m_cards.begin(), m_cards.end(), [](const auto* card) {
        return card->hasFocus() || card->isAncestorOf(QApplication::focusWidget());
    });
    const QString id = focused == m_cards.end() ? QString() : (*focused)->id();
    const std::size_t count = faces.size() + (m_own ? 1 : 0);
    while (m_cards.size() > count) {
        m_cards.back()->hide();
        m_cards.back()->deleteLater();  // it may be the one that was clicked
        m_cards.pop_back();
    }
    while (m_cards.size() < count) m_cards.push_back(newCard());
    for (std::size_t i = 0; i < faces.size(); ++i) m_cards[i]->setFace(faces[i]);
    if (m_own) m_cards.back()->setFace(*m_own);
    arrange();
    const auto now = std::find_if(m_cards.begin(), m_cards.end(), [&](const auto* card) { return card->id() == id; });
    if (!id.isEmpty() && now != m_cards.end()) return (*now)->setFocus();
    if (!m_cards.empty()) setTabStop(m_cards.front());
}

void CardGallery::setCurrent(std::optional<std::size_t> current) {
    for (std::size_t i = 0; i < m_cards.size(); ++i) m_cards[i]->setChecked(i == current);
    if (m_cards.empty()) return;
    if (std::none_of(m_cards.begin(), m_cards.end(), [](const auto* card) { return card->hasFocus(); }))
        setTabStop(m_cards[current && *current < m_cards.size() ? *current : 0]);
}

void CardGallery::setTabStop(GalleryCard* card) {
    for (GalleryCard* one : m_cards) one->setTabStop(one == card);
    setFocusProxy(card);
}

void CardGallery::setExpanded(bool isExpanded) {
    m_isExpanded = isExpanded;
    const bool hasWords = isExpanded && !m_heading->text().isEmpty();
    m_heading->setVisible(hasWords);
    m_explanation->setVisible(hasWords);
    layout()->setContentsMargins(0, hasWords ? 24 : 0, 0, 0);
    setSizePolicy(QSizePolicy::Expanding, isExpanded ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    m_scroll->setVerticalScrollBarPolicy(isExpanded ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    m_scroll->setHorizontalScrollBarPolicy(isExpanded ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    for (GalleryCard* card : m_cards) card->setLarge(isExpanded);
    updateGeometry();
    arrange();
}

void CardGallery::setScale(double scale) {
    if (m_scale == scale) return;
    m_scale = scale;
    m_heading->setFont(uiFont(kHeadingType * scale, QFont::DemiBold));
    m_explanation->setFont(uiFont(kWordsType * scale));
    for (GalleryCard* card : m_cards) card->setScale(scale);
    arrange();
}

std::vector<QWidget*> CardGallery::cards() const { return {m_cards.begin(), m_cards.end()}; }

QSize CardGallery::sizeHint() const { return m_isExpanded ? QSize(860, 640) : QSize(860, kStripHeight); }

QSize CardGallery::minimumSizeHint() const { return m_isExpanded ? QSize(320, 260) : QSize(320, kStripHeight); }

void CardGallery::arrange() {
    layout()->activate();  // the scroll area has its size
    if (m_isExpanded)
        arrangeGrid();
    else
        arrangeStrip();
}

void CardGallery::arrangeStrip() {
    if (m_cards.empty()) return;
    const auto count = static_cast<int>(m_cards.size());
    const int room = m_scroll->width() - 2 * kStripMargin;
    const int all = std::clamp(room, count * kNarrowestCard, count * kWidestCard);
    const int bar = all > room ? m_scroll->horizontalScrollBar()->sizeHint().height() : 0;
    const int height = std::max(1, m_scroll->height() - bar);
    m_content->resize(all + 2 * kStripMargin, height);
    for (int i = 0; i < count; ++i) {
        const int left = i * all / count, right = (i + 1) * all / count;
        m_cards[static_cast<std::size_t>(i)]->setGeometry(kStripMargin + left, 1, right - left, height - 2);
    }
    m_columns = count;
}

void CardGallery::arrangeGrid() {
    if (m_cards.empty()) return;
    const auto count = static_cast<int>(m_cards.size());
    const QSize room = m_scroll->size() - QSize(2 * kGridMargin, 2 * kGridGap);
    const auto sizeWith = [&](int columns) {
        const int rows = (count + columns - 1) / columns;
        return QSize((room.width() - (columns - 1) * kGridGap) / columns,
                     (room.height() - (rows - 1) * kGridGap) / rows);
    };
    double best = -1;
    for (int columns = 1; columns <= count; ++columns) {
        const QSize size = sizeWith(columns);
        if (columns > 1 && size.width() < kLeastLarge.width() * m_scale) break;
        const double fit = std::min<double>(size.width(), size.height() * kAspect);
        if (fit > best) best = fit, m_columns = columns;
    }
    QSize size = sizeWith(m_columns).boundedTo(kMostLarge * m_scale);
    size.setHeight(std::min(size.height(), static_cast<int>(size.width() / 1.1)));
    size.setHeight(std::max(size.height(), qRound(kLeastLarge.height() * m_scale) + m_cards.front()->wrapHeight()));
    const int rows = (count + m_columns - 1) / m_columns;
    m_content->resize(m_scroll->width(), rows * (size.height() + kGridGap) + kGridGap);
    for (int i = 0; i < count; ++i)
        m_cards[static_cast<std::size_t>(i)]->setGeometry(kGridMargin + i % m_columns * (size.width() + kGridGap),
                                                          kGridGap + i / m_columns * (size.height() + kGridGap),
                                                          size.width(), size.height());
}

void CardGallery::moveFocus(const GalleryCard* from, int key) {
    const auto count = static_cast<int>(m_cards.size());
    auto at = static_cast<int>(std::find(m_cards.begin(), m_cards.end(), from) - m_cards.begin());
    switch (key) {
        case Qt::Key_Left: --at; break;
        case Qt::Key_Right: ++at; break;
        case Qt::Key_Up: at -= m_columns; break;
        case Qt::Key_Down:
            at = at / m_columns == (count - 1) / m_columns ? count : std::min(at + m_columns, count - 1);
            break;
        case Qt::Key_Home: at = 0; break;
        default: at = count - 1; break;
    }
    if (at < 0 || at >= count) return;
    m_cards[static_cast<std::size_t>(at)]->setFocus(Qt::OtherFocusReason);
}

void CardGallery::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void CardGallery::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) arrange();
}

bool CardGallery::eventFilter(QObject* watched, QEvent* event) {
    auto* card = qobject_cast<GalleryCard*>(watched);
    if (!card) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::FocusIn) {
        setTabStop(card);
        m_scroll->ensureWidgetVisible(card, 4, 4);
    }
    if (event->type() != QEvent::KeyPress) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() & ~Qt::KeypadModifier) return false;
    switch (key->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter: return card->click(), true;
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Home:
        case Qt::Key_End: return moveFocus(card, key->key()), true;
        default: return false;
    }
}

}  // namespace bubblescope
