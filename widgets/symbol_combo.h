#pragma once

#include <QComboBox>

namespace bubblescope {

/// A combo box whose texts may hold subscripts: "T_C communication".
class SymbolCombo : public QComboBox {
    Q_OBJECT

public:
    explicit SymbolCombo(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace bubblescope
