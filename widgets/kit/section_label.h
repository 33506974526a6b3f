#pragma once

#include <QLabel>

namespace bubblescope {

/// The quiet heading of a panel's section: small spaced capitals.
QLabel* sectionLabel(const QString& text);

/// A quiet line between sections.
QFrame* sectionLine();

}  // namespace bubblescope
