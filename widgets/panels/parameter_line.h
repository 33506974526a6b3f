#pragma once

#include "engine/scenario/parameters.h"

#include <QStringList>

#include <functional>

class QWidget;

namespace bubblescope {

/// The words of a parameter: its name, its choices in order, and the placeholder of an empty field.
struct ParameterWords {
    QString word;
    QStringList choices = {};
    QString none = {};
};

/// The editor of a parameter of a kind, on a line with its name: a number field, a check box or a choice.
struct ParameterLine {
    QWidget* line = nullptr;  // null: only files have such parameters
    QWidget* control = nullptr;
};

/// A line that shows a value, or the default if there is none. put() receives the new value, or nothing if the user
/// clears it; a number beyond its limits is marked, with the reason in its tooltip.
ParameterLine newParameterLine(const Parameter& parameter, const ParameterWords& words,
                               const std::optional<ParameterValue>& value,
                               std::function<void(std::optional<ParameterValue>)> put);

}  // namespace bubblescope
