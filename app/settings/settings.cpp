#include "app/settings/settings.h"

#include "widgets/kit/format.h"

#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

QSettings store() {
    return QSettings(
        QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QLatin1String("/settings.ini"),
        QSettings::IniFormat);
}

/// The list of entries, used by load() and save(): calls `f(key, member)` for each.
template <class S, class F>
void forEachEntry(S& settings, F&& f) {
    f("view/palette", settings.palette);
    f("view/firstNumber", settings.firstNumber);
    f("view/notation", settings.notation);
    f("view/keepRatio", settings.keepRatio);
    f("view/panels", settings.showPanels);
    f("view/lower", settings.showLower);
    f("view/table", settings.showTable);
    f("view/glide", settings.glide);
    f("charts/metric", settings.chartMetric);
    f("charts/metricOfMicrobatches", settings.chartMetricOfMicrobatches);
    f("charts/againstPeak", settings.chartAgainstPeak);
    f("lessons/seen", settings.lessonsSeen);
    f("lessons/answers", settings.lessonAnswers);
    f("lessons/answersName", settings.answersName);
    f("files/recent", settings.recentFiles);
    f("export/folder", settings.exportFolder);
    f("export/format", settings.exportFormat);
    f("export/experimentFormat", settings.exportExperimentFormat);
    f("export/width", settings.exportWidth);
    f("export/scale", settings.exportScale);
    f("export/legend", settings.exportLegend);
    f("window/geometry", settings.geometry);
    f("window/splitter", settings.splitter);
    f("window/schemesSplitter", settings.schemesSplitter);
    f("window/collectivesSplitter", settings.collectivesSplitter);
    f("window/stepsSplitter", settings.stepsSplitter);
    f("schemes/fetches", settings.schemesLook.marks.fetches);
    f("schemes/transfers", settings.schemesLook.marks.transfers);
    f("schemes/held", settings.schemesLook.marks.held);
    f("schemes/critical", settings.schemesLook.marks.critical);
    f("view/held", settings.schedulesLook.marks.held);
    f("view/critical", settings.schedulesLook.marks.critical);
}

constexpr const char* kColorIds[] = {"kind", "microbatch"};                        // by ColorBy
constexpr const char* kLabelIds[] = {"microbatch", "stage", "operation", "none"};  // by CellLabel

/// The choice among `ids` that an entry names; `usual` if it names none.
template <class Choice, std::size_t count>
Choice chosen(const QSettings& from, const QString& entry, const char* const (&ids)[count], Choice usual) {
    const QString text = from.value(entry).toString();
    for (std::size_t i = 0; i < count; ++i)
        if (text == QLatin1String(ids[i])) return static_cast<Choice>(i);
    return usual;
}

/// Calls `f(group, look)` for the look of each page with Gantts; `group` is the group of its entries.
template <class S, class F>
void forEachLook(S& settings, F&& f) {
    f(QStringLiteral("view"), settings.schedulesLook);
    f(QStringLiteral("schemes"), settings.schemesLook);
    f(QStringLiteral("steps"), settings.stepsLook);
}

QString textOf(std::optional<ThemeId> theme) {
    if (!theme) return QStringLiteral("system");
    return *theme == ThemeId::Dark ? QStringLiteral("dark") : QStringLiteral("light");
}

std::optional<ThemeId> themeFrom(const QString& text) {
    if (text == QLatin1String("dark")) return ThemeId::Dark;
    if (text == QLatin1String("light")) return ThemeId::Light;
    return std::nullopt;
}

}  // namespace

void Settings::borrow() {
    if (!own) own = *this;
}

void Settings::giveBack() {
    if (own) static_cast<ViewPreferences&>(*this) = *std::exchange(own, std::nullopt);
}

void Settings::addRecentFile(const QString& path) {
    recentFiles.removeAll(path);
    recentFiles.prepend(path);
    if (recentFiles.size() > kMaxRecentFiles) recentFiles.resize(kMaxRecentFiles);
}

QList<int> Settings::seenSteps(const QString& lesson) const {
    QList<int> steps;
    const QString head = lesson + QLatin1Char('=');
    for (const QString& entry : lessonsSeen)
        if (entry.startsWith(head))
            for (const QString& step : entry.mid(head.size()).split(QLatin1Char(','), Qt::SkipEmptyParts))
                steps += step.toInt();
    return steps;
}

void Settings::addSeenStep(const QString& lesson, int step) {
    QList<int> steps = seenSteps(lesson);
    if (steps.contains(step)) return;
    steps += step;
    std::sort(steps.begin(), steps.end());
    const QString head = lesson + QLatin1Char('=');
    lessonsSeen.removeIf([&](const QString& entry) { return entry.startsWith(head); });
    QStringList numbers;
    for (const int seen : steps) numbers += QString::number(seen);
    lessonsSeen += head + numbers.join(QLatin1Char(','));
}

Settings Settings::load() {
    Settings settings;
    QSettings from = store();
    forEachEntry(settings, [&](const char* key, auto& member) {
        using T = std::decay_t<decltype(member)>;
        const QVariant value = from.value(QLatin1String(key));
        if (value.isValid() && value.canConvert<T>()) member = value.value<T>();
    });
    settings.theme = themeFrom(from.value(QStringLiteral("view/theme")).toString());
    forEachLook(settings, [&](const QString& group, GanttLook& look) {
        look.colorBy = chosen(from, group + QStringLiteral("/colorBy"), kColorIds, look.colorBy);
        look.labels = chosen(from, group + QStringLiteral("/labels"), kLabelIds, look.labels);
    });
    settings.firstNumber = settings.firstNumber == 1 ? 1 : 0;
    const std::string bubble = from.value(QStringLiteral("view/bubble")).toString().toStdString();
    settings.bubble = findQuantity(bubble, kIsBubble).value_or(settings.bubble);
    for (const WorkloadKey* axis : liveAxes())
        if (from.value(QStringLiteral("charts/axis")).toString() == toQString(axis->key))
            settings.chartAxis = axis->key;
    return settings;
}

void Settings::save() const {
    if (own) {
        Settings theirs = *this;
        theirs.giveBack();
        return theirs.save();
    }
    QSettings to = store();
    forEachEntry(*this, [&](const char* key, const auto& member) { to.setValue(QLatin1String(key), member); });
    to.setValue(QStringLiteral("view/theme"), textOf(theme));
    forEachLook(*this, [&](const QString& group, const GanttLook& look) {
        to.setValue(group + QStringLiteral("/colorBy"), QLatin1String(kColorIds[static_cast<int>(look.colorBy)]));
        to.setValue(group + QStringLiteral("/labels"), QLatin1String(kLabelIds[static_cast<int>(look.labels)]));
    });
    to.setValue(QStringLiteral("view/bubble"), toQString(infoOf(bubble).id));
    to.setValue(QStringLiteral("charts/axis"), toQString(chartAxis));
}

}  // namespace bubblescope
