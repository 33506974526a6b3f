#pragma once

#include <QWidget>

#include "widgets/gallery/gallery_card.h"

#include <optional>
#include <vector>

class QLabel;
class QScrollArea;

namespace bubblescope {

/// What a gallery is of, and what it says to do while it fills the page.
struct GalleryWords {
    QString name, heading, explanation;
};

/// Schedules, schemes or steps as cards with a small picture each; of schemes a last one is for formulas of one's own.
/// A strip of one row, or large cards that fill the area, below a line that says what to do where there is one.
///
/// Arrow keys move among the cards, Return and Space choose; Tab reaches the current one, or the first, and what can be
/// clicked on it.
/// What has the focus keeps it, wherever it stands among new cards.
///
/// Shapes  card i is face i; the one for something of one's own has the number behind them
class CardGallery : public QWidget {
    Q_OBJECT
public:
    /// `own`: the card for something of one's own, if there is one.
    CardGallery(const GalleryWords& words, const std::optional<CardFace>& own = {}, QWidget* parent = nullptr);

    void setFaces(const std::vector<CardFace>& faces);
    /// Marks this card alone, or none.
    void setCurrent(std::optional<std::size_t> current);
    void setExpanded(bool isExpanded);
    /// How many times as large as usual its type is, and its large cards.
    void setScale(double scale);

    bool isExpanded() const { return m_isExpanded; }
    /// The cards, the one for something of one's own last.
    std::vector<QWidget*> cards() const;
    GalleryCard& card(std::size_t index) const { return *m_cards[index]; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A card was chosen.
    void chosen(std::size_t index);
    /// The card for something of one's own was.
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
    std::vector<GalleryCard*> m_cards;  // by face, then the one for one's own
    bool m_isExpanded = false;
    double m_scale = 1;
    int m_columns = 1;

    QLabel* m_heading;
    QLabel* m_explanation;
    QScrollArea* m_scroll;
    QWidget* m_content;
};

}  // namespace bubblescope
