#include "engine/io/mesh_rows.h"

#include "engine/core/text.h"
#include "engine/io/json_fields.h"
#include "engine/io/json_text.h"
#include "engine/study/mesh_question.h"

namespace bubblescope {

namespace {

/// Words and numbers of a row by column; numbers have no quotes, in JSON either.
struct Cell {
    std::string_view column;
    std::string text;
    bool isWord = false;
};

std::vector<Cell> cellsOf(const MeshQuestion& question, const MeshChoice& choice, const MeshOutcome& outcome) {
    std::vector<Cell> cells{{"mesh", textOf(choice), true}};
    for (std::size_t axis = 0; axis < kAxes; ++axis)
        cells.push_back({kAxisKeys[axis], std::to_string(choice.mesh.sizes[axis])});
    cells.push_back({"recompute", std::string(kRecomputes[static_cast<std::size_t>(choice.recompute)]), true});
    cells.push_back({"schedule", choice.schedule, true});
    const bool isRefused = !outcome.refusal.empty();
    const auto number = [&](double value) { return isRefused ? std::string() : numberText(value); };
    cells.push_back({"sequences", std::to_string(sequencesOf(question))});
    cells.push_back({"total_time", number(toUnits(outcome.total))});
    cells.push_back({"mfu", number(outcome.mfu)});
    cells.push_back({"tokens_per_second", number(outcome.tokensPerSecond)});
    cells.push_back({"memory_peak", number(static_cast<double>(outcome.memoryPeak))});
    cells.push_back({"fits", isRefused ? std::string() : outcome.fits ? "true" : "false"});
    cells.push_back({"error", outcome.refusal, true});
    return cells;
}

}  // namespace

std::string meshHeading(const MeshQuestion& question) {
    std::string heading;
    for (const Cell& cell : cellsOf(question, {}, {}))
        heading += (heading.empty() ? "" : ",") + std::string(cell.column);
    return heading + '\n';
}

std::string meshJsonHeading(const MeshQuestion& question, std::string_view title) {
    std::string text = R"({"format": "bubblescope-meshes", "version": 1, "title": )" + quotedText(title);
    text += ", \"unit\": " + quotedText(question.timeUnit) + ", \"devices\": " + std::to_string(question.devices);
    std::string training = trainingText({.model = question.model, .cluster = question.cluster});
    std::erase(training, '\n');
    return text + training + ", \"rows\": [\n";
}

std::string meshRow(const MeshQuestion& question, const MeshChoice& choice, const MeshOutcome& outcome, RowsForm form) {
    std::string row;
    for (const Cell& cell : cellsOf(question, choice, outcome)) {
        if (form == RowsForm::Csv) {
            row += (row.empty() ? "" : ",") + csvCell(cell.text);
            continue;
        }
        const std::string value = cell.isWord && !cell.text.empty() ? quotedText(cell.text) : cell.text;
        row += (row.empty() ? "{" : ", ") + quotedText(cell.column) + ": " + (value.empty() ? "null" : value);
    }
    return row + (form == RowsForm::Csv ? "\n" : "}");
}

}  // namespace bubblescope
