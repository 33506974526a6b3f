#pragma once

#include <QLabel>

namespace bubblescope {

/// The muted heading of a panel's section, in small spaced capitals.
QLabel* sectionLabel(const QString& text);

/// A muted line between sections.
QFrame* sectionLine();

}  // namespace bubblescope
