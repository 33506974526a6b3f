#pragma once

#include "widgets/kit/symbol_combo.h"

namespace bubblescope {

/// A combo box in which every choice changes the experiment: keys only open the list, in which the user then picks. It
/// is as wide as its layout allows; an item may have a shorter text for the closed box.
class PickCombo : public SymbolCombo {
    Q_OBJECT
public:
    explicit PickCombo(const QString& name, QWidget* parent = nullptr);

    /// Adds a choice. The closed box shows `shortText`, or the text itself if that is empty.
    void add(const QString& text, const QString& id, const QString& tip = {}, const QString& shortText = {});

    QSize sizeHint() const override { return {110, 26}; }
    QSize minimumSizeHint() const override { return {40, 26}; }
    void showPopup() override;

protected:
    void initStyleOption(QStyleOptionComboBox* option) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

}  // namespace bubblescope
