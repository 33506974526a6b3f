#pragma once

#include <QWidget>

#include "widgets/gallery/gallery_card.h"

#include <optional>
#include <vector>

class QLabel;
class QScrollArea;

namespace bubblescope {

/// The texts of a gallery; heading and explanation are shown while it fills the page.
struct GalleryWords {
    QString name, heading, explanation;
};

/// Schedules, schemes or steps as cards with a small picture each; for schemes, the last card is for custom formulas.
/// It is a strip of one row, or a grid of large cards that fills the area, with heading and explanation above if there
/// are any.
///
/// Arrow keys move among the cards, Return and Space choose one. Tab reaches the current card, or the first, and the
/// links on it. A card keeps the focus when the cards change.
///
/// Shapes  card i shows face i; the custom card comes last
class CardGallery : public QWidget {
    Q_OBJECT
public:
    /// `own`: the custom card, if there is one.
    CardGallery(const GalleryWords& words, const std::optional<CardFace>& own = {}, QWidget* parent = nullptr);

    void setFaces(const std::vector<CardFace>& faces);
    /// Marks only this card, or none.
    void setCurrent(std::optional<std::size_t> current);
    void setExpanded(bool isExpanded);
    /// Scales its type and its large cards.
    void setScale(double scale);

    bool isExpanded() const { return m_isExpanded; }
    /// The cards; the custom card is last.
    std::vector<QWidget*> cards() const;
    GalleryCard& card(std::size_t index) const { return *m_cards[index]; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A card was chosen.
    void chosen(std::size_t index);
    /// The custom card was chosen.
    void ownAsked();
    void offerTaken(std::size_t index, std::size_t offer);
    void linkAsked(const QUrl& link);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    GalleryCard* newCard();
    void arrange();
    void arrangeStrip();
    void arrangeGrid();
    void moveFocus(const GalleryCard* from, int key);
    void setTabStop(GalleryCard* card);

    std::optional<CardFace> m_own;
    std::vector<GalleryCard*> m_cards;  // by face, then the custom card
    bool m_isExpanded = false;
    double m_scale = 1;
    int m_columns = 1;

    QLabel* m_heading;
    QLabel* m_explanation;
    QScrollArea* m_scroll;
    QWidget* m_content;
};

}  // namespace bubblescope
