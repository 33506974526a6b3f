#pragma once

#include <QAbstractButton>

namespace bubblescope::test {

/// The child with this accessible name.
template <class T>
T* named(QWidget& parent, const QString& name) {
    for (T* child : parent.findChildren<T*>())
        if (child->accessibleName() == name) return child;
    return nullptr;
}

inline QAbstractButton* button(QWidget& parent, const QString& text) {
    for (auto* child : parent.findChildren<QAbstractButton*>())
        if (QString(child->text()).remove('&') == text) return child;
    return nullptr;
}

}  // namespace bubblescope::test
