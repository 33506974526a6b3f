#include "widgets/steps/memory_note.h"

#include "engine/entries/model_edits.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/memory_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr std::size_t kMostKept = 200'000;  // things walked on the interface thread
constexpr double kGb = 1e9;

QString gb(double bytes) { return QString::number(bytes / kGb, 'f', 2); }

/// "12 bytes × 1.1 billion".
QString shareText(double bytesEach, double bytes) {
    const double count = bytes / bytesEach;
    const QString many = count >= 1e9   ? Text::tr("%1 billion").arg(formatNumber(count / 1e9, 3))
                         : count >= 1e6 ? Text::tr("%1 million").arg(formatNumber(count / 1e6, 3))
                                        : formatNumber(count, 3);
    return Text::tr("%1 bytes × %2").arg(formatNumber(bytesEach), many);
}

/// "layer 79" or "head"; in a pipeline, the op that allocated it.
QString unitName(const ModelStep& model, Op op, const Words& words) {
    const int unit = layerOf(op);
    if (model.chunks || !model.stages.empty() || !model.isPlain(unit)) return words.nameOf(op, 0);
    return unit == 0 && model.hasEmbedding ? Text::tr("embedding") : Text::tr("head");
}

/// "80 × 1.71 GB + head 2.1 GB": the largest groups of equal size first; a single thing is named.
QString thingsText(const std::vector<KeptThing>& things, MemoryPart part, const ModelStep& model, const Words& words) {
    std::map<std::int64_t, std::vector<Op>, std::greater<>> byBytes;
    for (const KeptThing& thing : things)
        if (thing.part == part) byBytes[thing.bytes].push_back(thing.op);
    std::vector<std::pair<std::int64_t, std::vector<Op>>> alike(byBytes.begin(), byBytes.end());
    std::ranges::stable_sort(alike, std::greater(), [](const auto& one) { return one.second.size(); });
    constexpr qsizetype kMostTerms = 3;
    QStringList terms;
    for (const auto& [bytes, ops] : alike) {
        if (terms.size() == kMostTerms) return terms.join(QStringLiteral(" + ")) + QStringLiteral(" + …");
        const QString each = formatMemory(static_cast<double>(bytes));
        terms += ops.size() > 1 ? QStringLiteral("%1 × %2").arg(ops.size()).arg(each)
                                : QStringLiteral("%1 %2").arg(unitName(model, ops.front(), words), each);
    }
    return terms.join(QStringLiteral(" + "));
}

QString row(const QString& name, const QString& how, const QString& amount, const QColor& quiet) {
    return QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td></tr>").arg(name, amount) +
           (how.isEmpty() ? QString()
                          : QStringLiteral("<tr><td colspan=\"2\" style=\"color:%1\">%2</td></tr>")
                                .arg(quiet.name(), how.toHtmlEscaped()));
}

}  // namespace

QString memoryNote(const TrackData& shown, const TrackMemory& memory, const StepRun& step, Time at,
                   const QColor& quiet) {
    const MemoryBytes& now = memory.bytes->at(at);
    const ModelStep& model = *step.setup.model;
    const bool isWalked = step.kept.size() <= kMostKept;
    const auto things =
        isWalked ? keptAt(step.ranks, *step.timeline, step.kept, memory.worker, at) : std::vector<KeptThing>();
    const StateBytes each = model.model.state();
    const auto howOf = [&](MemoryPart part) {
        if (!isWalked) return QString();
        double always = static_cast<double>(now[part]);
        for (const KeptThing& thing : things)
            if (thing.part == part) always -= static_cast<double>(thing.bytes);
        QStringList terms;
        if (always > 0 && part == MemoryPart::Parameters) terms += shareText(each.weights, always);
        if (always > 0 && part == MemoryPart::Gradients) terms += shareText(each.gradients, always);
        if (always > 0 && part == MemoryPart::Optimizer) terms += shareText(each.optimizer, always);
        if (const QString text = thingsText(things, part, model, shown.words); !text.isEmpty()) terms += text;
        return terms.join(QStringLiteral(" + "));
    };
    QString html = QStringLiteral("<b>%1</b>")
                       .arg(Text::tr("%1 · %2").arg(shown.title, shown.words.nameOf(memory.worker)).toHtmlEscaped());
    html += QStringLiteral("<span style=\"color:%1\">, %2</span>").arg(quiet.name(), Text::tr("in GB"));
    html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\">");
    for (std::size_t i = 0; i < kMemoryParts; ++i) {
        const auto part = static_cast<MemoryPart>(i);
        if (memory.bytes->peak[part] > 0 || now[part] > 0)
            html += row(memoryPartName(part), howOf(part), gb(static_cast<double>(now[part])), quiet);
    }
    const double all = static_cast<double>(now.sum()), left = memory.usable - all;
    const QString verdict =
        left >= 0 ? Text::tr("\u2713 %1 free").arg(gb(left)) : Text::tr("✗ %1 over memory").arg(gb(-left));
    html +=
        QStringLiteral("<tr><td><b>%1</b></td><td align=\"right\"><b>%2</b></td></tr></table>").arg(verdict, gb(all));
    const bool isPeak = &memory.bytes->at(memory.bytes->peakAt) == &now;
    if (!isPeak) return html;
    html += QStringLiteral("<span style=\"color:%1\">%2</span>").arg(quiet.name(), Text::tr("This is the peak."));
    if (const auto row = memory.bytes->row)
        html += QStringLiteral(" <a href=\"row:%1\" style=\"text-decoration:none\">%2</a>")
                    .arg(*row)
                    .arg(Text::tr("%1 starts")
                             .arg(shown.words.nameOf(step.timeline->program->ops[*row], 0))
                             .toHtmlEscaped());
    return html;
}

QString plainFsdpNote(const PlainFsdp& plain, const TrainedModel& model, double time) {
    const MeshOutcome& now = plain.of(model.recompute);
    const QString name = toQString(meshText(plain.choice(model.recompute).mesh));
    const auto paragraph = [](const QString& text) {
        return QStringLiteral("<p style=\"margin:0 0 6px 0\">%1</p>").arg(text);
    };
    if (!now.refusal.empty())
        return paragraph(Text::tr("%1 cannot run: %2.").arg(name, toQString(now.refusal)).toHtmlEscaped());
    const QString unit = unitText(plain.question.timeUnit);
    // `who` is linked; the time is that of the step itself, or compared with `time`.
    const auto fitText = [&](const QString& who, const MeshOutcome& outcome, bool isWithRecompute) {
        const double more = time > 0 ? toUnits(outcome.total) / time - 1 : 0;
        const QString share = formatPercent(std::abs(more));
        const QString memory = formatMemory(static_cast<double>(outcome.memoryPeak)).toHtmlEscaped();
        if (time <= 0)
            return (isWithRecompute ? Text::tr("%1, it fits in %2 and takes %3.")
                                    : Text::tr("%1 fits in %2 and takes %3."))
                .arg(who, memory, formatTime(outcome.total, unit, 4));
        if (share == formatPercent(0))
            return (isWithRecompute ? Text::tr("%1, it fits in %2 and takes as long as this step.")
                                    : Text::tr("%1 fits in %2 and takes as long as this step."))
                .arg(who, memory);
        if (more > 0)
            return (isWithRecompute ? Text::tr("%1, it fits in %2 and takes %3 longer than this step.")
                                    : Text::tr("%1 fits in %2 and takes %3 longer than this step."))
                .arg(who, memory, share);
        return (isWithRecompute ? Text::tr("%1, it fits in %2 and takes %3 less time than this step.")
                                : Text::tr("%1 fits in %2 and takes %3 less time than this step."))
            .arg(who, memory, share);
    };
    const auto link = [](const QString& text, Recompute recompute) {
        return QStringLiteral("<a href=\"open:%1\" style=\"text-decoration:none\">%2</a>")
            .arg(static_cast<int>(recompute))
            .arg(text.toHtmlEscaped());
    };
    const QString gathers = Text::tr("Gathering a layer takes %1, its forward %2.")
                                .arg(formatTime(plain.layerGather, unit, 3), formatTime(plain.layerForward, unit, 3));
    QString html;
    if (now.fits) {
        html = paragraph(fitText(link(name, model.recompute), now, false));
        return html + paragraph(gathers);
    }
    const auto hardware = hardwareOf(plain.question.cluster);
    const double over = static_cast<double>(now.memoryPeak) - (hardware ? hardware->usableBytes() : 0);
    html = paragraph(
        Text::tr("%1 needs %2 per rank, %3 over memory.")
            .arg(link(name, model.recompute), formatMemory(static_cast<double>(now.memoryPeak)), formatMemory(over)));
    const auto most = std::max_element(now.peakParts.parts.begin(), now.peakParts.parts.end());
    const auto part = static_cast<MemoryPart>(most - now.peakParts.parts.begin());
    const QString amount = formatMemory(static_cast<double>(*most));
    QString why = Text::tr("%1 is %2.").arg(amount, memoryPartName(part));
    if (part == MemoryPart::Activations)
        why = Text::tr("%1 is activations: each rank stores whole sequences of %2 tokens, for all of each layer.")
                  .arg(amount, formatExact(model.sequence));
    html += paragraph(why.toHtmlEscaped());
    const auto fitting = plain.thatFits();
    if (!fitting) return html + paragraph(Text::tr("No recompute setting makes it fit."));
    const MeshOutcome& other = plain.of(*fitting);
    const QString with = link(Text::tr("With %1").arg(toQString(nameOf(*fitting))), *fitting);
    return html + paragraph(fitText(with, other, true)) + paragraph(gathers);
}

}  // namespace bubblescope
