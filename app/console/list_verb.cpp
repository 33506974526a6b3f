#include "app/console/console.h"
#include "app/console/verb.h"
#include "app/documents/presets.h"
#include "engine/collectives/collective.h"
#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/style/length.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/transformer.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture_format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <functional>

namespace bubblescope {

namespace {

const QString kJson = QStringLiteral("--json");

/// A property of what is listed.
struct Column {
    const char* key;                      // in JSON
    const char* heading = nullptr;        // of the context "Text"; null: not in the table
    QString (*format)(double) = nullptr;  // of numbers; null: it is text
};

/// A list of things; the first column is what files and the command line call them. A property that a thing does not
/// have is null.
struct Listing {
    const char* what;
    std::vector<Column> columns;
    std::function<std::vector<QJsonArray>()> rows;
};

QString withUnit(double value, const char* unit) {
    return formatNumber(value, 4) + QLatin1Char(' ') + QLatin1String(unit);
}
QString gigabytes(double value) { return withUnit(value, "GB"); }
QString gigabytesPerSecond(double value) { return withUnit(value, "GB/s"); }
QString teraflops(double value) { return withUnit(value, "TFLOP/s"); }
QString microseconds(double value) { return plainSpaces(formatMicroseconds(value)); }
QString count(double value) { return QString::number(value, 'f', 0); }
/// "8.03 B".
QString parameterCount(double value) {
    if (value >= 1e12) return withUnit(value / 1e12, "T");
    return value >= 1e9 ? withUnit(value / 1e9, "B") : withUnit(value / 1e6, "M");
}

QJsonValue text(std::string_view value) { return toQString(value); }
/// 0 stands for none.
QJsonValue numberOrNone(double value) { return value != 0 ? QJsonValue(value) : QJsonValue(); }

const std::vector<Column> kIdTitleSource = {{"id", "id"}, {"title", "title"}, {"source", "source"}};

std::vector<QJsonArray> kindRows(Family family) {
    std::vector<QJsonArray> rows;
    for (const ScheduleKind* kind : kindsOf(family))
        rows.push_back({text(kind->id), text(kind->title), text(kind->source)});
    return rows;
}

std::vector<QJsonArray> schemeRows() {
    std::vector<QJsonArray> rows;
    for (const ScheduleKind* kind : kindsOf(Family::Scheme))
        rows.push_back({text(kind->id), text(kind->title), text(kind->compute), text(kind->store), text(kind->source)});
    return rows;
}

const std::vector<Column> kModelColumns = {
    {"id", QT_TRANSLATE_NOOP("Text", "model")},
    {"title"},
    {"parameters", QT_TRANSLATE_NOOP("Text", "parameters"), parameterCount},
    {"active_parameters", QT_TRANSLATE_NOOP("Text", "active"), parameterCount},
    {"layers", QT_TRANSLATE_NOOP("Text", "layers"), count},
    {"hidden", QT_TRANSLATE_NOOP("Text", "hidden"), count},
    {"heads", QT_TRANSLATE_NOOP("Text", "heads"), count},
    {"kv_heads", QT_TRANSLATE_NOOP("Text", "KV heads"), count},
    {"mlp", QT_TRANSLATE_NOOP("Text", "MLP"), count},
    {"vocabulary", QT_TRANSLATE_NOOP("Text", "vocabulary"), count},
    {"sequence", QT_TRANSLATE_NOOP("Text", "sequence"), count},
    {"experts", QT_TRANSLATE_NOOP("Text", "experts"), count},
    {"top_k", QT_TRANSLATE_NOOP("Text", "top-k"), count},
    {"source", QT_TRANSLATE_NOOP("Text", "source")},
};

std::vector<QJsonArray> modelRows() {
    std::vector<QJsonArray> rows;
    for (const KnownTransformer& known : knownTransformers()) {
        const Transformer& shape = known.shape;
        rows.push_back({text(known.id), text(known.title), parameters(shape), activeParameters(shape), shape.layers,
                        shape.hidden, shape.heads, shape.kvHeads, shape.mlp, shape.vocabulary, shape.sequence,
                        shape.experts, shape.topK, text(known.source)});
    }
    return rows;
}

const std::vector<Column> kDeviceColumns = {
    {"id", QT_TRANSLATE_NOOP("Text", "device")},
    {"title", QT_TRANSLATE_NOOP("Text", "title")},
    {"memory_gb", QT_TRANSLATE_NOOP("Text", "memory"), gigabytes},
    {"memory_gbs", QT_TRANSLATE_NOOP("Text", "bandwidth"), gigabytesPerSecond},
    {"peak_tflops", QT_TRANSLATE_NOOP("Text", "bf16 peak"), teraflops},
    {"fp8_tflops", QT_TRANSLATE_NOOP("Text", "fp8 peak"), teraflops},
    {"reached", QT_TRANSLATE_NOOP("Text", "reached in training")},
    {"source", QT_TRANSLATE_NOOP("Text", "source")},
};

std::vector<QJsonArray> deviceRows() {
    std::vector<QJsonArray> rows;
    for (const KnownDevice& known : knownDevices())
        rows.push_back({text(known.id), text(known.title), known.memoryGb, known.memoryGbs, known.peakTflops,
                        numberOrNone(known.fp8Tflops), text(known.reached), text(known.source)});
    return rows;
}

const std::vector<Column> kLinkColumns = {
    {"id", QT_TRANSLATE_NOOP("Text", "link")},
    {"title", QT_TRANSLATE_NOOP("Text", "title")},
    {"bandwidth_gbs", QT_TRANSLATE_NOOP("Text", "bandwidth"), gigabytesPerSecond},
    {"latency_us", QT_TRANSLATE_NOOP("Text", "latency"), microseconds},
    {"source", QT_TRANSLATE_NOOP("Text", "source")},
};

std::vector<QJsonArray> linkRows() {
    std::vector<QJsonArray> rows;
    for (const KnownLink& known : knownLinks())
        rows.push_back({text(known.id), text(known.title), known.bandwidthGbs, known.latencyUs, text(known.source)});
    return rows;
}

std::vector<QJsonArray> widthRows() {
    std::vector<QJsonArray> rows;
    for (const NamedWidth& known : namedWidths())
        rows.push_back({text(known.id), text(known.title), text(textOf(known.width))});
    return rows;
}

std::vector<QJsonArray> algorithmRows() {
    std::vector<QJsonArray> rows;
    for (const CollectiveInfo& info : collectives())
        for (const Algorithm& algorithm : algorithmsOf(info.collective))
            rows.push_back({text(algorithm.id), text(info.id), text(info.meaning)});
    return rows;
}

std::vector<QJsonArray> rowsOf(const std::vector<Preset>& presets) {
    std::vector<QJsonArray> rows;
    for (const Preset& preset : presets) rows.push_back({preset.name, preset.title});
    return rows;
}

std::vector<Listing> listings() {
    const std::vector<Column> presetColumns = {{"name", "name"}, {"title", "title"}};
    std::vector<Listing> all = {
        {"schedules", kIdTitleSource, [] { return kindRows(Family::Schedule); }},
        {"schemes",
         {{"id", "id"}, {"title", "title"}, {"compute", "compute"}, {"store", "store"}, {"source", "source"}},
         schemeRows},
        {"steps", kIdTitleSource, [] { return kindRows(Family::Step); }},
        {"models", kModelColumns, modelRows},
        {"devices", kDeviceColumns, deviceRows},
        {"links", kLinkColumns, linkRows},
        {"algorithms", {{"id", "id"}, {"collective", "collective"}, {"meaning", "meaning"}}, algorithmRows},
        {"widths", {{"id", "id"}, {"title", "title"}, {"width", "width"}}, widthRows},
    };
    for (const DocumentKind* kind : documentKinds()) {
        all.push_back({kind->listed, presetColumns, [kind] { return rowsOf(presets(*kind)); }});
        for (const PresetShelf& shelf : kind->shelves)
            all.push_back({shelf.listed, presetColumns, [kind, &shelf] { return rowsOf(presets(*kind, shelf)); }});
    }
    return all;
}

/// A table for people, with a heading if it has numbers.
QString table(const Listing& listing) {
    QStringList heading;
    QString alignment;
    bool hasNumbers = false;
    for (const Column& column : listing.columns) {
        if (!column.heading) continue;
        heading += Text::tr(column.heading);
        alignment += QLatin1Char(column.format ? 'r' : 'l');
        hasNumbers |= column.format != nullptr;
    }
    std::vector<QStringList> rows;
    if (hasNumbers) rows.push_back(heading);
    for (const QJsonArray& row : listing.rows()) {
        QStringList cells;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const Column& column = listing.columns[static_cast<std::size_t>(i)];
            if (!column.heading) continue;
            cells += row[i].isNull() ? QStringLiteral("-")
                     : column.format ? column.format(row[i].toDouble())
                                     : row[i].toString();
        }
        rows.push_back(cells);
    }
    return alignedRows(rows, alignment);
}

QString json(const Listing& listing) {
    QJsonArray items;
    for (const QJsonArray& row : listing.rows()) {
        QJsonObject item;
        for (qsizetype i = 0; i < row.size(); ++i)
            item[QLatin1String(listing.columns[static_cast<std::size_t>(i)].key)] = row[i];
        items.append(item);
    }
    const QJsonObject all{{QStringLiteral("format"), QStringLiteral("bubblescope-list")},
                          {QStringLiteral("version"), 1},
                          {QLatin1String(listing.what), items}};
    return QString::fromUtf8(QJsonDocument(all).toJson());
}

Error unknownList(const std::string& name) {
    std::vector<std::string_view> names;
    for (const Listing& listing : listings()) names.push_back(listing.what);
    return {
        Text::tr("unknown list; nearest: \"%1\"").arg(QString::fromStdString(nearestName(name, names))).toStdString(),
        shortened(name)};
}

std::vector<Option> options() { return {{kJson, {}, Option::Use::Maybe, Text::tr("Print JSON with all numbers.")}}; }

QStringList listNames() {
    QStringList names;
    for (const Listing& listing : listings()) names += QLatin1String(listing.what);
    return names;
}

int list(const QStringList& args) {
    const auto arguments = parseArguments(args, options());
    if (!arguments) {
        const bool isWithoutList = args.isEmpty() || args == QStringList{kJson};
        const Error needsOne{Text::tr("needs %1").arg(orListed(listNames())).toStdString(), {}};
        return complain(kBadUsage, "list", isWithoutList ? needsOne : arguments.error());
    }
    for (const Listing& listing : listings())
        if (arguments->source() == listing.what) {
            print((arguments->has(kJson) ? json(listing) : table(listing)).toStdString());
            return finishPrinting();
        }
    return complain(kBadUsage, "list", unknownList(arguments->source()));
}

}  // namespace

const Verb kList{
    .name = "list",
    .takes = [] { return listNames().join(QLatin1Char('|')); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP("Text", "List schedules, models, devices, presets and more."),
    .details = QT_TRANSLATE_NOOP(
        "Text",
        "What to list: schedules, schemes, steps, models, devices, links, algorithms, widths, presets, "
        "figures, experiments, collectives or lessons."),
    .examples = {{{"list schedules", QT_TRANSLATE_NOOP("Text", "List the kinds of schedule with their sources.")},
                  {"list devices --json",
                   QT_TRANSLATE_NOOP("Text", "Print the specifications of all known devices.")}}},
    .run = list,
};

}  // namespace bubblescope
