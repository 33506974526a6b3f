#include "widgets/picture/picture_words.h"
#include "widgets/picture/picture_option.h"

#include "engine/core/text.h"
#include "engine/style/style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

QStringList splitAt(const QString& text, const QRegularExpression& separators) {
    QStringList parts;
    for (const QString& part : text.split(separators, Qt::SkipEmptyParts))
        if (!part.trimmed().isEmpty()) parts += part.trimmed();
    return parts;
}

Result<ParameterValue> flagIn(const QString& text) {
    if (text == QLatin1String("on")) return ParameterValue{true};
    if (text == QLatin1String("off")) return ParameterValue{false};
    return Error{Text::tr("must be on or off, not \"%1\"").arg(text).toStdString(), {}};
}

Result<ParameterValue> numberIn(const QString& text, bool isWhole) {
    bool ok = false;
    const double number = text.toDouble(&ok);
    if (!ok || !std::isfinite(number) || (isWhole && number != std::floor(number)))
        return Error{
            (isWhole ? Text::tr("must be a whole number, not \"%1\"") : Text::tr("must be a number, not \"%1\""))
                .arg(text)
                .toStdString(),
            {}};
    if (!isWhole) return ParameterValue{number};
    return ParameterValue{static_cast<int>(std::clamp(number, -1.0 * kPastWhole, 1.0 * kPastWhole))};
}

QStringList wordsOf(std::span<const std::string_view> choices) {
    QStringList words;
    for (const std::string_view choice : choices) words += toQString(choice);
    return words;
}

Result<ParameterValue> choiceIn(std::span<const std::string_view> choices, const QString& text) {
    const QStringList words = wordsOf(choices);
    if (words.contains(text)) return textValue(text);
    return Error{Text::tr("must be %1, not \"%2\"").arg(orListed(words), text).toStdString(), {}};
}

Result<ParameterValue> wordsIn(const Parameter& parameter, const QString& text) {
    static const QRegularExpression kSeparators(QStringLiteral("[;\n]"));
    ParameterValue::Object words;
    for (const QString& pair : splitAt(text, kSeparators)) {
        const qsizetype equals = pair.indexOf(QLatin1Char('='));
        if (equals <= 0)
            return Error{Text::tr("must be %1, not \"%2\"").arg(pairHelp(parameter), pair).toStdString(), {}};
        setNamed(words, pair.left(equals).trimmed().toStdString(), textValue(pair.mid(equals + 1).trimmed()));
    }
    return ParameterValue{std::move(words)};
}

/// Whether an option's texts are names of ops.
bool areOps(const PictureOption& option) { return option.key == "highlight" || option.key == "dim"; }

Result<ParameterValue> listIn(const PictureOption& option, const QString& text, const Numbering& numbers) {
    const Parameter& element = option.parameter().parts.front();
    static const QRegularExpression kSeparators(QStringLiteral("[,\\s]+")), kLines(QStringLiteral("\n"));
    const bool areNotes = element.type == ParameterType::Object;
    ParameterValue::List list;
    for (const QString& part : splitAt(text, areNotes ? kLines : kSeparators)) {
        if (areNotes) {
            const auto note = noteIn(part.toStdString(), numbers);
            if (!note) return note.error();
            list.push_back({valuesOf(*note)});
        } else if (element.type == ParameterType::Choice) {
            if (!choiceIn(element.choices, part))
                return Error{Text::tr("must be %1, or several separated by commas, not \"%2\"")
                                 .arg(orListed(wordsOf(element.choices)), part)
                                 .toStdString(),
                             {}};
            list.push_back(textValue(part));
        } else if (areOps(option)) {
            const auto ref = opRefIn(part.toStdString(), numbers.ops);
            if (!ref) return ref.error();
            list.push_back({textOf(*ref)});
        } else {
            list.push_back(textValue(part));
        }
    }
    return ParameterValue{std::move(list)};
}

Result<ParameterValue> uncheckedIn(const PictureOption& option, const QString& text, const Numbering& numbers) {
    const Parameter& parameter = option.parameter();
    switch (parameter.type) {
        case ParameterType::Flag: return flagIn(text);
        case ParameterType::Whole: return numberIn(text, true);
        case ParameterType::Number: return numberIn(text, false);
        case ParameterType::Choice: return choiceIn(parameter.choices, text);
        case ParameterType::List: return listIn(option, text, numbers);
        case ParameterType::Names: return wordsIn(parameter, text);
        default: return textValue(text);
    }
}

}  // namespace

Result<ParameterValue> valueIn(const PictureOption& option, const QString& text, const Numbering& numbers) {
    const Parameter& parameter = option.parameter();
    auto value = uncheckedIn(option, text, numbers);
    if (!value) return value;
    if (const auto* list = std::get_if<ParameterValue::List>(&value->held);
        list && static_cast<double>(list->size()) > parameter.most)
        return Error{Text::tr("accepts at most %1 values").arg(parameter.most).toStdString(), {}};
    ParameterValue::Object style;
    setNamed(style, option.key, *value);
    if (const auto ok = checkStyle(style); !ok) return Error{ok.error().message, {}};
    return value;
}

QString wordsOf(const PictureOption& option, const ParameterValue& value, const Numbering& numbers) {
    struct Writer {
        const PictureOption& option;
        const Numbering& numbers;
        QString operator()(bool flag) const { return flag ? QStringLiteral("on") : QStringLiteral("off"); }
        QString operator()(int number) const { return QString::number(number); }
        QString operator()(double number) const { return toQString(numberText(number)); }
        QString operator()(const std::string& text) const {
            const auto ref = areOps(option) ? opRefIn(text) : Result<OpRef>(Error{});
            return toQString(ref ? textOf(*ref, numbers.ops) : text);
        }
        QString operator()(const ParameterValue::List& list) const {
            QStringList parts;
            bool areNotes = false;
            for (const ParameterValue& part : list) {
                const auto* const note = std::get_if<ParameterValue::Object>(&part.held);
                areNotes |= note != nullptr;
                parts += note ? toQString(textOf(*noteOf(*note), numbers)) : wordsOf(option, part, numbers);
            }
            return parts.join(areNotes ? QStringLiteral("\n") : QStringLiteral(", "));
        }
        QString operator()(const ParameterValue::Object& words) const {
            QStringList parts;
            for (const auto& [kind, word] : words) parts += toQString(kind) + QLatin1Char('=') + wordsOf(option, word);
            return parts.join(QStringLiteral("; "));
        }
    };
    return std::visit(Writer{option, numbers}, value.held);
}

QString pairHelp(const Parameter& parameter) {
    return parameter.key == "sliders" ? Text::tr("a number and its values, such as comm=0..30")
                                      : Text::tr("a kind and its text, such as F=Forward");
}

QString helpOf(const PictureOption& option) {
    if (option.value) return QLatin1String(option.value);
    if (option.parameter().type == ParameterType::Flag) return QStringLiteral("on|off");
    return wordsOf(option.parameter().choices).join(QLatin1Char('|'));
}

Result<std::vector<int>> entriesOf(const Scenario& scenario, const QString& text) {
    const int count = static_cast<int>(scenario.schedules.size());
    if (text.startsWith(QLatin1Char('#'))) {
        bool ok = false;
        const int place = text.mid(1).toInt(&ok);
        if (ok && place >= 1 && place <= count) return std::vector{place - 1};
        return Error{Text::tr("must be #1 to #%1 or a kind, not \"%2\"").arg(count).arg(text).toStdString(),
                     "schedules"};
    }
    std::vector<int> entries;
    std::vector<std::string_view> kinds;
    for (int i = 0; i < count; ++i) {
        const std::string& kind = scenario.schedules[static_cast<std::size_t>(i)].kind;
        kinds.push_back(kind);
        if (kind == text.toStdString()) entries.push_back(i);
    }
    if (!entries.empty()) return entries;
    const QString nearest = toQString(nearestName(text.toStdString(), kinds));
    return Error{Text::tr("the scenario has no \"%1\"; nearest: \"%2\"").arg(text, nearest).toStdString(), "schedules"};
}

}  // namespace bubblescope
