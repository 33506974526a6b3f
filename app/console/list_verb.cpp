#include "app/console/console.h"
#include "app/console/verb.h"
#include "app/documents/presets.h"
#include "engine/collectives/collective.h"
#include "engine/core/text.h"
#include "engine/entries/registry.h"
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

/// A list of things with named properties; the first is what files and the command line call them by.
struct Listing {
    const char* what;
    QStringList keys;
    std::function<std::vector<QStringList>()> rows;
};

std::vector<QStringList> scheduleRows() {
    std::vector<QStringList> rows;
    for (const ScheduleKind* kind : kindsOf(Family::Schedule))
        rows.push_back({toQString(kind->id), toQString(kind->title), toQString(kind->source)});
    return rows;
}

std::vector<QStringList> stepRows() {
    std::vector<QStringList> rows;
    for (const ScheduleKind* kind : kindsOf(Family::Step))
        rows.push_back({toQString(kind->id), toQString(kind->title), toQString(kind->source)});
    return rows;
}

std::vector<QStringList> schemeRows() {
    std::vector<QStringList> rows;
    for (const ScheduleKind* kind : kindsOf(Family::Scheme))
        rows.push_back({toQString(kind->id), toQString(kind->title), toQString(kind->compute), toQString(kind->store),
                        toQString(kind->source)});
    return rows;
}

std::vector<QStringList> modelRows() {
    std::vector<QStringList> rows;
    for (const KnownTransformer& known : knownTransformers())
        rows.push_back({toQString(known.id), toQString(known.title), toQString(known.source)});
    return rows;
}

std::vector<QStringList> deviceRows() {
    std::vector<QStringList> rows;
    for (const KnownDevice& known : knownDevices())
        rows.push_back(
            {toQString(known.id), toQString(known.title), toQString(known.source), toQString(known.reached)});
    return rows;
}

std::vector<QStringList> linkRows() {
    std::vector<QStringList> rows;
    for (const KnownLink& known : knownLinks())
        rows.push_back({toQString(known.id), toQString(known.title), toQString(known.source)});
    return rows;
}

std::vector<QStringList> algorithmRows() {
    std::vector<QStringList> rows;
    for (const CollectiveInfo& info : collectives())
        for (const Algorithm& algorithm : algorithmsOf(info.collective))
            rows.push_back({toQString(algorithm.id), toQString(info.id), toQString(info.meaning)});
    return rows;
}

std::vector<QStringList> rowsOf(const std::vector<Preset>& presets) {
    std::vector<QStringList> rows;
    for (const Preset& preset : presets) rows.push_back({preset.name, preset.title});
    return rows;
}

std::vector<Listing> listings() {
    std::vector<Listing> all = {
        {"schedules", {"id", "title", "source"}, scheduleRows},
        {"schemes", {"id", "title", "compute", "store", "source"}, schemeRows},
        {"steps", {"id", "title", "source"}, stepRows},
        {"models", {"id", "title", "source"}, modelRows},
        {"devices", {"id", "title", "source", "reached"}, deviceRows},
        {"links", {"id", "title", "source"}, linkRows},
        {"algorithms", {"id", "collective", "meaning"}, algorithmRows},
    };
    for (const DocumentKind* kind : documentKinds()) {
        all.push_back({kind->listed, {"name", "title"}, [kind] { return rowsOf(presets(*kind)); }});
        for (const PresetShelf& shelf : kind->shelves)
            all.push_back({shelf.listed, {"name", "title"}, [kind, &shelf] { return rowsOf(presets(*kind, shelf)); }});
    }
    return all;
}

QString json(const Listing& listing) {
    QJsonArray items;
    for (const QStringList& row : listing.rows()) {
        QJsonObject item;
        for (qsizetype i = 0; i < row.size(); ++i) item[listing.keys[i]] = row[i];
        items.append(item);
    }
    return QString::fromUtf8(QJsonDocument(QJsonObject{{QLatin1String(listing.what), items}}).toJson());
}

Error unknownList(const std::string& name) {
    std::vector<std::string_view> names;
    for (const Listing& listing : listings()) names.push_back(listing.what);
    return {Text::tr("there is no such list; the nearest is \"%1\"")
                .arg(QString::fromStdString(nearestName(name, names)))
                .toStdString(),
            shortened(name)};
}

std::vector<Option> options() { return {{kJson}}; }

QStringList listNames() {
    QStringList names;
    for (const Listing& listing : listings()) names += QLatin1String(listing.what);
    return names;
}

int list(const QStringList& args) {
    const auto arguments = parseArguments(args, options(), {.settings = false});
    if (!arguments) {
        const bool isWithoutList = args.isEmpty() || args == QStringList{kJson};
        const Error needsOne{Text::tr("needs %1").arg(orListed(listNames())).toStdString(), {}};
        return complain(kBadUsage, "list", isWithoutList ? needsOne : arguments.error());
    }
    for (const Listing& listing : listings())
        if (arguments->source() == listing.what) {
            print((arguments->has(kJson) ? json(listing) : alignedRows(listing.rows(), QStringLiteral("l")))
                      .toStdString());
            return finishPrinting();
        }
    return complain(kBadUsage, "list", unknownList(arguments->source()));
}

}  // namespace

const Verb kList{
    .name = "list",
    .takes = [] { return listNames().join(QLatin1Char('|')); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP("Text", "show what there is, with sources"),
    .run = list,
};

}  // namespace bubblescope
