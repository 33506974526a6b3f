#pragma once

#include "widgets/kit/symbol_combo.h"

namespace bubblescope {

/// A combo box whose every choice changes the experiment: keys open the list, and only what is picked there counts. As
/// wide as its place; a list item may have a shorter text for the closed box.
class PickCombo : public SymbolCombo {
    Q_OBJECT
public:
    explicit PickCombo(const QString& name, QWidget* parent = nullptr);

    /// Adds a choice; `shortText` stands in the closed box, the text itself if it is empty.
    void add(const QString& text, const QString& id, const QString& tip = {}, const QString& shortText = {});

    QSize sizeHint() const override { return {110, 26}; }
    QSize minimumSizeHint() const override { return {40, 26}; }
    void showPopup() override;

protected:
    void paintText(QPainter& painter, const QRect& space) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

}  // namespace bubblescope
