#pragma once

#include <QWidget>

#include "widgets/shown/outcome.h"

#include <optional>
#include <vector>

class QLabel;
class QScrollArea;

namespace bubblescope {

class SchemeCard;

/// What a gallery is of, and what it says to do while it fills the page.
struct GalleryWords {
    QString name, heading, explanation;
};

/// Schemes or steps to begin with, as cards with a small picture each; of schemes a last one is for formulas of one's
/// own. A strip of one row, or, while nothing is chosen, large cards that fill the area below a line that says what to
/// do.
///
/// Arrow keys move among the cards, Return and Space choose; Tab reaches the marked one.
///
/// Shapes  card i is outcome i; the one for formulas of one's own has the number behind them
class SchemeGallery : public QWidget {
    Q_OBJECT
public:
    /// `hasCustom`: whether there is a card for formulas of one's own.
    SchemeGallery(const GalleryWords& words, bool hasCustom, QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// Marks the card of the scheme that is shown, or none.
    void setCurrent(std::optional<std::size_t> current);
    void setExpanded(bool isExpanded);

    bool isExpanded() const { return m_isExpanded; }
    /// The cards, the one for formulas of one's own last.
    std::vector<QWidget*> cards() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A card was chosen.
    void chosen(std::size_t index);
    /// Somebody wants to write formulas of their own.
    void customAsked();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();
    void arrangeStrip();
    void arrangeGrid();
    void moveFocus(const SchemeCard* from, int key);
    void setTabStop(SchemeCard* card);

    bool m_hasCustom;
    std::vector<SchemeCard*> m_cards;  // by outcome, then the one for one's own
    std::optional<std::size_t> m_current;
    bool m_isExpanded = false;
    int m_columns = 1;

    QLabel* m_heading;
    QLabel* m_explanation;
    QScrollArea* m_scroll;
    QWidget* m_content;
};

}  // namespace bubblescope
