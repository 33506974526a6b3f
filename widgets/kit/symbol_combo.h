#pragma once

#include <QComboBox>

namespace bubblescope {

/// A combo box whose texts may have subscripts: "T_C communication".
class SymbolCombo : public QComboBox {
    Q_OBJECT

public:
    explicit SymbolCombo(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint().boundedTo(QSize(110, 26)); }
};

}  // namespace bubblescope
