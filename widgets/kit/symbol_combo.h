#pragma once

#include "widgets/kit/flat_combo.h"

namespace bubblescope {

/// A flat combo box whose texts may have subscripts: "T_C communication".
class SymbolCombo : public FlatCombo {
    Q_OBJECT

public:
    explicit SymbolCombo(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint().boundedTo(QSize(110, 26)); }

protected:
    void paintText(QPainter& painter, const QRect& space) override;
};

}  // namespace bubblescope
