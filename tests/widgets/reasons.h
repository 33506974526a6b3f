#pragma once

#include "widgets/kit/reason_balloon.h"

#include <QMap>
#include <QRect>
#include <QStringList>

namespace bubblescope::test {

/// The errors that are shown for a part of a form, whether or not they are visible.
inline QString reasonsOf(const QWidget& part) {
    QStringList texts;
    for (const ReasonBalloon* balloon : part.window()->findChildren<ReasonBalloon*>())
        if (!balloon->text().isEmpty() && (&balloon->field() == &part || part.isAncestorOf(&balloon->field())))
            texts += balloon->text();
    return texts.join('\n');
}

/// The places of all fields and buttons that accept input.
inline QMap<const QWidget*, QRect> placesOfFields(const QWidget& form) {
    QMap<const QWidget*, QRect> places;
    for (const QWidget* widget : form.findChildren<QWidget*>())
        if (widget->isVisible() && widget->focusPolicy() & Qt::TabFocus)
            places[widget] = {widget->mapTo(&form, QPoint(0, 0)), widget->size()};
    return places;
}

}  // namespace bubblescope::test
