#pragma once

#include "widgets/kit/reason_balloon.h"

#include <QMap>
#include <QRect>
#include <QStringList>

namespace bubblescope::test {

/// What is said to be wrong with a part of a form, whether anybody is there to see it or not.
inline QString reasonsOf(const QWidget& part) {
    QStringList texts;
    for (const ReasonBalloon* balloon : part.window()->findChildren<ReasonBalloon*>())
        if (!balloon->text().isEmpty() && (&balloon->field() == &part || part.isAncestorOf(&balloon->field())))
            texts += balloon->text();
    return texts.join('\n');
}

/// Where everything stands that a person may press or type into.
inline QMap<const QWidget*, QRect> placesOfFields(const QWidget& form) {
    QMap<const QWidget*, QRect> places;
    for (const QWidget* widget : form.findChildren<QWidget*>())
        if (widget->isVisible() && widget->focusPolicy() & Qt::TabFocus)
            places[widget] = {widget->mapTo(&form, QPoint(0, 0)), widget->size()};
    return places;
}

}  // namespace bubblescope::test
