#include "widgets/gantt/column_mixer.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_overlay.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/highlights.h"
#include "widgets/gantt/recompute_parts.h"
#include "widgets/kit/text.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/picture/exported_page.h"
#include "widgets/picture/web_words.h"

#include "engine/results/run_each.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr Time kLongestWebTime = Time{1} << 53;  // numbers of scripts are exact up to here

/// What the words say of each gap, in the order of GAP in page.js. Columns pack better than rows.
constexpr std::size_t kGapColumns = 11;

/// Whole numbers as one text, which is shorter and faster to read than an array.
class Numbers {
public:
    void add(Time number) { m_text += (m_text.isEmpty() ? "" : " ") + QByteArray::number(static_cast<qint64>(number)); }
    QJsonValue value() const { return QString::fromLatin1(m_text); }

private:
    QByteArray m_text;
};

/// Values that are written once and referred to by their place.
class Pool {
public:
    int add(const QJsonValue& value) {
        const QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
        const auto known = m_places.constFind(text);
        if (known != m_places.constEnd()) return *known;
        m_places.insert(text, static_cast<int>(m_all.size()));
        m_all.push_back(value);
        return static_cast<int>(m_all.size()) - 1;
    }
    const QJsonArray& all() const { return m_all; }

private:
    QJsonArray m_all;
    QHash<QByteArray, int> m_places;
};

QJsonArray both(const QColor& light, const QColor& dark) {
    const auto name = [](const QColor& color) {
        return color.alpha() == 255 ? color.name()
                                    : QStringLiteral("rgba(%1,%2,%3,%4)")
                                          .arg(color.red())
                                          .arg(color.green())
                                          .arg(color.blue())
                                          .arg(color.alphaF(), 0, 'g', 3);
    };
    return {name(light), name(dark)};
}

/// The tile of a hatch as a path of SVG.
QString tilePath(HatchLines lines) {
    QString out;
    for (const QPolygonF& box : hatchPath(lines, {0, 0, kHatchPeriod, kHatchPeriod}).toSubpathPolygons()) {
        for (qsizetype i = 0; i + 1 < box.size(); ++i)
            out +=
                QStringLiteral("%1%2 %3").arg(i == 0 ? 'M' : 'L').arg(box[i].x(), 0, 'g', 5).arg(box[i].y(), 0, 'g', 5);
        out += QLatin1Char('Z');
    }
    return out;
}

/// The same picture in the two themes of a page.
struct BothLayouts {
    GanttPictureLayout light, dark;
};

/// A look in both themes: fill, hatch with its ink, border, and the colour of text on it.
QJsonObject lookOf(const Look& light, const Look& dark) {
    const auto ground = [](const Look& look) { return look.hatch ? look.hatch->ground : look.fill; };
    QJsonObject out{{"fill", both(ground(light), ground(dark))},
                    {"text", both(textOn(ground(light)), textOn(ground(dark)))}};
    if (light.hatch) out["hatch"] = tilePath(light.hatch->lines), out["ink"] = both(light.hatch->ink, dark.hatch->ink);
    if (light.stroke) out["border"] = both(light.stroke->color, dark.stroke->color);
    return out;
}

/// Puts scenes into the form that the page reads.
class WebWriter {
public:
    explicit WebWriter(const PictureOptions& options) : m_options(options) {
        for (auto* all : {&m_options.begin, &m_options.end}) all->reset();
        m_options.width = PictureOptions().width;
        m_options.height.reset(), m_options.type.reset();
        m_options.highlighted.clear(), m_options.dimmed.clear(), m_options.notes.clear(), m_options.seen.clear();
        m_options.axis = TimeAxis::Ticks;
        m_options.until = PictureOptions().until;
    }

    Result<void> addScene(const WebScene& scene) {
        const Scenario& scenario = scene.scenario;
        const std::vector<Outcome>& outcomes = scene.outcomes;
        m_options.marks = {};
        m_options.marks.held = scene.marks.held, m_options.marks.critical = scene.marks.critical;
        auto layouts = layoutsOf(scenario, outcomes);
        if (!layouts) return layouts.error();
        const GanttLayout& gantt = layouts->light.gantt;
        QJsonArray tracks, counts;
        for (std::size_t i = 0; i < layouts->light.shown.size(); ++i) {
            const TrackData& shown = layouts->light.shown[i];
            const std::size_t index =
                m_options.schedules.empty() ? i : static_cast<std::size_t>(m_options.schedules[i]);
            if (shown.timeline && shown.timeline->latestEnd > kLongestWebTime)
                return Error{Text::tr("the times of %1 are too long for a web page").arg(shown.title).toStdString(),
                             {}};
            tracks += track(*layouts, i);
            const Run* const run = outcomes[index].run.get();
            counts += run && scene.explainsGaps ? addGaps(scenario, index, *run, shown, gantt.style) : 0;
        }
        m_scenes += QJsonObject{{"tracks", tracks},
                                {"begin", static_cast<double>(gantt.range.begin)},
                                {"end", std::max(static_cast<double>(gantt.range.end), scene.end)},
                                {"unit", gantt.axisUnit.unit},
                                {"factor", gantt.axisUnit.factor},
                                {"axis", gantt.axisTitle},
                                {"notice", layouts->light.notice},
                                {"held", gantt.heldScale},
                                {"legend", legend(*layouts)}};
        m_gapCounts += counts;
        return {};
    }

    WebData data(const QJsonObject& more) const {
        QJsonObject page{{"title", m_title},
                         {"caption", m_options.caption},
                         {"sliders", QJsonArray()},
                         {"scene", 0},
                         {"dots", m_options.hasDot && m_options.header != Header::None},
                         {"looks", m_looks.all()},
                         {"texts", m_texts.all()},
                         {"orders", m_orders.all()},
                         {"durations", m_durations},
                         {"scenes", m_scenes}};
        for (auto part = more.begin(); part != more.end(); ++part) page[part.key()] = part.value();
        QJsonArray columns;
        for (const QJsonArray& column : m_gaps) columns += column;
        const QJsonObject words{{"counts", m_gapCounts}, {"columns", columns}};
        return {QJsonDocument(page).toJson(QJsonDocument::Compact),
                QJsonDocument(words).toJson(QJsonDocument::Compact)};
    }

private:
    Result<BothLayouts> layoutsOf(const Scenario& scenario, const std::vector<Outcome>& outcomes) {
        PictureOptions options = m_options;
        options.theme = m_options.theme == ThemeId::Print ? ThemeId::Print : ThemeId::Light;
        const auto laidOut = [&](ThemeId theme) {
            options.theme = theme;
            auto layout = layoutGanttPicture(shownOf(recolored(outcomes, scenario, options), options.bubble), options);
            if (layout) layout->gantt.style.isDense = false;  // the page leaves hatches out where cells are narrow
            return layout;
        };
        auto light = laidOut(options.theme);
        if (!light) return light.error();
        auto dark = laidOut(ThemeId::Dark);
        if (!dark) return dark.error();
        m_title = light->title;
        return BothLayouts{std::move(*light), std::move(*dark)};
    }

    int text(const QString& words) { return m_texts.add(words); }
    int look(const Look& light, const Look& dark) { return m_looks.add(lookOf(light, dark)); }

    QJsonObject track(const BothLayouts& layouts, std::size_t i) {
        const TrackData& shown = layouts.light.shown[i];
        QJsonArray facts;
        const auto add = [&](const QString& fact, const QString& heading, bool isWrong = false) {
            if (!fact.isEmpty()) facts += QJsonArray{fact, heading, isWrong};
        };
        add(shown.total, shown.heads.total);
        add(shown.bubble, shown.heads.bubble);
        add(shown.paper, {}, shown.isPaperDifferent);
        add(shown.overLimit, {}, true);
        for (qsizetype fact = shown.overLimit.isEmpty() ? 0 : 1; fact < shown.facts.size(); ++fact)
            add(shown.facts[fact], shown.heads.facts.value(fact));
        add(shown.standing, {});
        QJsonObject out{{"title", shown.title},
                        {"color", both(shown.color, layouts.dark.shown[i].color)},
                        {"facts", facts},
                        {"refusal", shown.refusal},
                        {"awaited", shown.awaited}};
        if (!shown.timeline) return out;
        const Timeline& timeline = *shown.timeline;
        out["begin"] = static_cast<double>(timeline.earliestStart);
        out["end"] = static_cast<double>(timeline.latestEnd);
        out["order"] = order(layouts, i);
        addTimes(out, layouts, shown);
        addMarks(out, layouts, i);
        return out;
    }

    /// The lanes and their ops; schedules and scenes often share them.
    int order(const BothLayouts& layouts, std::size_t i) {
        const TrackData& shown = layouts.light.shown[i];
        const Program& program = *shown.timeline->program;
        const GanttStyle &light = layouts.light.gantt.style, &dark = layouts.dark.gantt.style;
        const ColorClasses ofLight(program, light), ofDark(program, dark);
        std::vector<int> looks;
        for (int color = 0; color < ofLight.count(); ++color) {
            const OpKind kind = ofLight.kindOf(color);
            looks.push_back(look(cellLook(light, {}, kind, ofLight.colorOf(color)),
                                 cellLook(dark, {}, kind, ofDark.colorOf(color))));
        }
        QJsonArray lanes;
        Numbers cells, heads, places, labels;
        for (LaneId id(0); id.index() < program.lanes.size(); ++id.value) {
            const Lane& lane = program.lanes[id.index()];
            const RoleInfo& role = infoOf(lane.role);
            lanes +=
                QJsonObject{{"ops", static_cast<int>(lane.size())},
                            {"row", static_cast<int>(lane.begin)},
                            {"worker", lane.worker.value},
                            {"label", role.label.empty() ? shown.words.labelOf(lane.worker) : toQString(role.label)},
                            {"name", shown.words.nameOf(lane.worker)},
                            {"height", role.height},
                            {"work", lane.isWork()}};
            for (Row row = lane.begin; row < lane.end; ++row) {
                const Op op = program.ops[row];
                const QStringList facts = factsOf(shown, light, {static_cast<int>(i), id, row, 0});
                auto label =
                    cellLabel(labelsOf(program, op.kind(), light.labels), light.firstNumber, op, program.pieces);
                if (label && isLettered(light, op.kind())) label->letter = infoOf(op.kind()).sign;
                const int pair = op.opensPair() ? 1 : op.closesPair() ? 2 : 0;
                cells.add(looks[static_cast<std::size_t>(ofLight.of(op))] * 4 + pair);
                heads.add(text(facts[0]));
                places.add(text(facts[2]));
                labels.add(text(label ? label->text() : QString()));
            }
        }
        return m_orders.add(QJsonObject{{"lanes", lanes},
                                        {"cells", cells.value()},
                                        {"heads", heads.value()},
                                        {"places", places.value()},
                                        {"labels", labels.value()}});
    }

    void addTimes(QJsonObject& out, const BothLayouts& layouts, const TrackData& shown) {
        const Timeline& timeline = *shown.timeline;
        const Program& program = *timeline.program;
        const GanttStyle& style = layouts.light.gantt.style;
        Numbers waits, durations;
        QJsonObject more;
        QJsonArray exposed;
        for (LaneId id(0); id.index() < program.lanes.size(); ++id.value) {
            const Lane& lane = program.lanes[id.index()];
            Time before = 0;
            for (Row row = lane.begin; row < lane.end; ++row) {
                const Time start = timeline.startOf(row), end = timeline.end[row];
                waits.add(start - before);
                durations.add(end - start);
                before = end;
                m_durations[QString::number(end - start)] = formatTime(end - start, shown.timeUnit);
                const QStringList facts = factsOf(shown, style, {0, id, row, 0});
                if (facts.size() > 3) more[QString::number(row)] = facts.mid(3).join(QLatin1Char('\n'));
            }
            if (shown.spending && lane.isWork() && program.computeLane(lane.worker) == id)
                for (const SpendingSpan& span : shown.spending->of(lane.worker))
                    if (span.on == Spending::ExposedCommunication || span.on == Spending::ExposedOffload)
                        exposed += QJsonArray{
                            id.value, static_cast<double>(span.begin), static_cast<double>(span.end),
                            look(exposedLook(style, span.on), exposedLook(layouts.dark.gantt.style, span.on))};
        }
        out["waits"] = waits.value();
        out["durations"] = durations.value();
        out["idle"] = look(idleLook(style), idleLook(layouts.dark.gantt.style));
        if (!more.isEmpty()) out["more"] = more;
        if (!exposed.isEmpty()) out["exposed"] = exposed;
        if (program.hasPairs) out["pair"] = both(pairStroke(style).color, pairStroke(layouts.dark.gantt.style).color);
    }

    void addMarks(QJsonObject& out, const BothLayouts& layouts, std::size_t i) {
        const TrackData& shown = layouts.light.shown[i];
        const Timeline& timeline = *shown.timeline;
        const Program& program = *timeline.program;
        const GanttStyle &light = layouts.light.gantt.style, &dark = layouts.dark.gantt.style;
        if (shown.recompute) {
            Numbers redone;
            for (const Lane& lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row)
                    if (const Time again = shown.recompute(row); again > 0)
                        redone.add(static_cast<Time>(row)), redone.add(again);
            out["redone"] = redone.value();
            out["again"] = look(recomputeLook(light), recomputeLook(dark));
        }
        if (m_options.marks.critical && shown.criticalPath) {
            Numbers rows;
            for (const Row row : shown.criticalPath()) rows.add(static_cast<Time>(row));
            out["critical"] = rows.value();
        }
        if (layouts.light.gantt.tracks[i].held.empty()) return;
        QJsonArray strips;
        for (int worker = 0; worker < program.workers; ++worker) {
            const HeldActivations& held = (*shown.held)[static_cast<std::size_t>(worker)];
            Numbers at;
            for (const Time time : held.at) at.add(time);
            QJsonArray values;
            for (const float value : held.held) values += std::round(value * 1e4) / 1e4;
            strips +=
                QJsonArray{program.computeLane(WorkerId(worker)).value, at.value(), values, heldPeakText(held.most())};
        }
        out["held"] = strips;
        out["area"] = look(heldLook(light), heldLook(dark));
        if (shown.memoryLimit) out["limit"] = *shown.memoryLimit;
    }

    QJsonArray legend(const BothLayouts& layouts) {
        constexpr int kStripes = 3;
        const GanttStyle &light = layouts.light.gantt.style, &dark = layouts.dark.gantt.style;
        const auto cell = [&](OpKind kind, int chunk, int chunks) {
            return look(cellLook(light, {}, kind, kindColor(*light.palette, light.theme, kind, chunk, chunks)),
                        cellLook(dark, {}, kind, kindColor(*dark.palette, dark.theme, kind, chunk, chunks)));
        };
        const auto ofKind = [&](OpKind kind) {
            if (light.colorBy == ColorBy::Kind) return QJsonArray{cell(kind, 0, 1)};
            QJsonArray stripes;
            for (int i = 0; i < kStripes; ++i)
                stripes += look(cellLook(light, {}, kind, microbatchColor(light.theme, kind, i)),
                                cellLook(dark, {}, kind, microbatchColor(dark.theme, kind, i)));
            return stripes;
        };
        QJsonArray out;
        for (const LegendEntry& entry : layouts.light.gantt.legend) {
            QJsonArray looks;
            const auto exposed = [&](Spending on) { looks += look(exposedLook(light, on), exposedLook(dark, on)); };
            switch (entry.what) {
                case LegendEntry::What::Ops: looks = ofKind(entry.kind); break;
                case LegendEntry::What::Pair: looks = {cell(OpKind::Forward, 0, 1), cell(entry.kind, 0, 1)}; break;
                case LegendEntry::What::Chunk:
                    for (std::size_t kind = 0; kind < kPipelineKinds; ++kind)
                        if (entry.kinds.has(static_cast<OpKind>(kind)))
                            looks += cell(static_cast<OpKind>(kind), entry.chunk, entry.chunks);
                    break;
                case LegendEntry::What::Idle: looks += look(idleLook(light), idleLook(dark)); break;
                case LegendEntry::What::Exposed: exposed(Spending::ExposedCommunication); break;
                case LegendEntry::What::ExposedOffload: exposed(Spending::ExposedOffload); break;
                case LegendEntry::What::Recompute: looks += look(recomputeLook(light), recomputeLook(dark)); break;
                case LegendEntry::What::Held: looks += look(heldLook(light), heldLook(dark)); break;
                case LegendEntry::What::Critical: {
                    const auto framed = [](const GanttStyle& style) {
                        Look frame = criticalLook(style);
                        frame.fill = themeOf(style.theme).window;
                        return frame;
                    };
                    looks += look(framed(light), framed(dark));
                    break;
                }
                default: continue;  // the page does not show it
            }
            out += QJsonObject{{"text", entry.text}, {"looks", looks}};
        }
        return out;
    }

    /// Adds the gaps of a track to the columns, and returns their number.
    int addGaps(const Scenario& scenario, std::size_t index, const Run& run, const TrackData& shown,
                const GanttStyle& style) {
        const std::vector<WebGap> gaps = webGaps(scenario, index, run, shown, style);
        const auto link = [](QString html) { return html.remove(QStringLiteral(" style=\"text-decoration:none\"")); };
        for (const WebGap& gap : gaps) {
            Numbers chain;
            for (const Row row : gap.text.chain) chain.add(static_cast<Time>(row));
            QStringList card = gap.card;
            card.removeAt(1);  // from when to when
            const QJsonValue cells[] = {gap.lane.value,
                                        static_cast<double>(gap.begin),
                                        static_cast<double>(gap.end),
                                        card.join(QLatin1Char('\n')),
                                        gap.text.headline,
                                        gap.text.title,
                                        gap.text.facts.join(QLatin1Char('\n')),
                                        link(gap.text.lead),
                                        link(gap.text.steps.join(QLatin1Char('\n'))),
                                        link(gap.text.conclusion),
                                        chain.value()};
            for (std::size_t i = 0; i < m_gaps.size(); ++i) m_gaps[i] += cells[i];
        }
        return static_cast<int>(gaps.size());
    }

    PictureOptions m_options;
    QString m_title;
    Pool m_looks, m_texts, m_orders;
    QJsonObject m_durations;
    QJsonArray m_scenes, m_gapCounts;
    std::array<QJsonArray, kGapColumns> m_gaps;
};

QJsonArray slidersOf(const WebPlan& plan) {
    const QString unit = unitText(plan.scenario.workload.timeUnit);
    QJsonArray all;
    for (const WebSlider& slider : plan.sliders) {
        QJsonArray texts;
        for (const double value : slider.values)
            texts += slider.path.isTime() ? formatDuration(value, unit) : formatNumber(value);
        all += QJsonObject{{"title", Text::tr(slider.path.title())},
                           {"symbol", inNotation(toQString(slider.path.symbol()))},
                           {"texts", texts},
                           {"at", static_cast<int>(slider.present)}};
    }
    return all;
}

bool isShown(const PictureOptions& options, std::size_t schedule) {
    return options.schedules.empty() ||
           std::ranges::find(options.schedules, static_cast<int>(schedule)) != options.schedules.end();
}

long long opsIn(const Program& program) {
    std::size_t ops = 0;
    for (const Lane& lane : program.lanes) ops += lane.size();
    return static_cast<long long>(ops);
}

}  // namespace

std::vector<Outcome> runForPage(const Scenario& scenario, const SchemeMarks& marks, const std::vector<int>& chosen) {
    std::vector<Outcome> outcomes(scenario.schedules.size());
    RunPlan plan = planAll(scenario);
    if (marks.held) plan.mostHeldOps = kMostWebOps;
    if (!chosen.empty()) plan.schedules.assign(chosen.begin(), chosen.end());
    runEach(scenario, plan, [&](std::size_t i, const RunResult& result) {
        outcomes[i] = outcomeOf(scenario, i, result);
        return true;
    });
    return outcomes;
}

Result<WebData> webData(const PictureOptions& options, std::size_t scenes,
                        const std::function<Result<WebScene>(std::size_t)>& sceneAt, const QJsonObject& more) {
    WebWriter writer(options);
    long long ops = 0;
    for (std::size_t i = 0; i < scenes; ++i) {
        const auto scene = sceneAt(i);
        if (!scene) return scene.error();
        for (std::size_t schedule = 0; schedule < scene->outcomes.size(); ++schedule)
            if (scene->outcomes[schedule].run && isShown(options, schedule))
                ops += opsIn(*scene->outcomes[schedule].run->timeline->program);
        if (auto ok = checkWebOps(ops, !more["sliders"].toArray().isEmpty()); !ok) return ok.error();
        if (auto ok = writer.addScene(*scene); !ok) return ok.error();
    }
    return writer.data(more);
}

Result<WebData> webData(const WebPlan& plan) {
    const auto sceneAt = [&](std::size_t i) -> Result<WebScene> {
        Scenario scenario = plan.scenarioAt(i);
        const bool isPresent = i == plan.presentScene() && scenario == plan.scenario;
        auto outcomes = isPresent ? plan.outcomes : runForPage(scenario, plan.options.marks, plan.options.schedules);
        if (isPresent && plan.options.marks.held) outcomes = withHeld(std::move(outcomes));
        return WebScene{.scenario = std::move(scenario), .outcomes = std::move(outcomes), .marks = plan.options.marks};
    };
    const QJsonObject more{{"sliders", slidersOf(plan)}, {"scene", static_cast<int>(plan.presentScene())}};
    return webData(plan.options, plan.scenes(), sceneAt, more);
}

}  // namespace bubblescope
