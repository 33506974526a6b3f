#pragma once

#include "engine/scenario/parameters.h"

#include <QStringList>

#include <functional>

class QWidget;

namespace bubblescope {

/// What people read of a parameter: its word, its choices in their order, and what stands in an empty field.
struct ParameterWords {
    QString word;
    QStringList choices = {};
    QString none = {};
};

/// What edits a parameter of a kind, on a line with its word: a number, a tick or a choice.
struct ParameterLine {
    QWidget* line = nullptr;  // null: files alone have such parameters
    QWidget* control = nullptr;
};

/// A line that shows a value, or without one what then holds. put() gets what a person wants, nothing for leaving it
/// out; a number past its limits is marked and says why.
ParameterLine newParameterLine(const Parameter& parameter, const ParameterWords& words,
                               const std::optional<ParameterValue>& value,
                               std::function<void(std::optional<ParameterValue>)> put);

}  // namespace bubblescope
