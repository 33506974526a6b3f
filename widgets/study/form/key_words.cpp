#include "widgets/study/form/key_words.h"

#include "widgets/charts/chart_quantity.h"
#include "widgets/kit/format.h"

#include "engine/study/value_list.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

namespace bubblescope {

KeyWords wordsOf(std::string_view key) {
    const WorkloadKey* const known = findNumberKey(key);
    if (!known) return {toQString(key), {}, {}};
    const auto words = [](std::string_view text) { return Text::tr(std::string(text).c_str()); };
    return {toQString(known->mark), words(known->word), words(known->definition)};
}

QMap<QString, QString> determinedKeys(const Experiment& experiment) {
    constexpr std::size_t kLongestShown = 100;
    QMap<QString, QString> texts;
    for (const NamedAxis& axis : axesOf(experiment)) {
        const QString values = toQString(valueListText(axis.axis->values, kLongestShown));
        texts[toQString(axis.axis->variable)] =
            axis.key == "x" ? Text::tr("x axis: %1").arg(values) : toQString(axis.key) + QStringLiteral(": ") + values;
    }
    for (const Binding& binding : experiment.bindings)
        texts[toQString(binding.key)] = QStringLiteral("= ") + toQString(binding.formula);
    for (const ReplacedList& list : replacedLists(experiment))
        texts[toQString(list.key)] =
            Text::tr("%1, instead of %2").arg(texts[toQString(list.key)], Text::tr(std::string(list.held).c_str()));
    return texts;
}

QString wordsOfVariable(const Experiment& experiment, const std::string& variable) {
    const ScenarioPath path = pathOf(experiment, variable);
    if (path.kind == &kWorkloadPath) return wordsOf(variable).title();
    if (path.kind == &kPartPath || path.kind == &kStepTimePath) return axisName(path);
    const QString name = toQString(variable);
    for (const Variable& declared : experiment.variables)
        if (declared.name == variable && !declared.title.empty())
            return name + QStringLiteral(", ") + toQString(declared.title);
    return name;
}

}  // namespace bubblescope
