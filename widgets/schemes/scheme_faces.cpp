#include "widgets/schemes/scheme_faces.h"

#include "engine/entries/registry.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/schemes/scheme_thumbnail.h"

#include <QCoreApplication>

namespace bubblescope {

namespace {

void addScheme(CardFace& face, const Scheme& scheme) {
    face.lines = {Text::tr("compute: %1").arg(toQString(computeFormula(scheme))),
                  Text::tr("store: %1").arg(toQString(storeFormula(scheme)))};
    face.tip = face.lines;
    QStringList sizes{Text::tr("%1 workers").arg(scheme.workers), Text::tr("%1 stages").arg(scheme.stages),
                      Text::tr("%1 batches").arg(scheme.batches)};
    for (const SchemeParameter& parameter : parametersOf(scheme))
        sizes << Text::tr("%1 = %2").arg(toQString(parameter.name)).arg(parameter.value);
    face.tip << sizes.join(QStringLiteral(", ")) << toQString(findKind(Family::Scheme, scheme.kind)->source);
}

void addStep(CardFace& face, const Run& run) {
    face.lines = {
        Text::tr("step time %1 · exposed communication %2")
            .arg(formatNumber(toUnits(run.metrics.totalTime)), formatNumber(run.step->exposedComm / kMicroUnits, 4)),
        toQString(run.schedule.kind->source)};
    face.tip = face.lines;
}

CardFace faceOf(const Outcome& outcome) {
    CardFace face;
    face.id = outcome.title;
    face.title = outcome.title;
    if (const auto run = outcome.run) {
        if (run->schedule.scheme) addScheme(face, *run->schedule.scheme);
        if (run->step) addStep(face, *run);
        face.pictured = run;
        face.picture = [run](QSize size, double, ThemeId theme) {
            return run->step ? stepThumbnail(*run->timeline, size, theme)
                             : schemeThumbnail(*run->timeline, size, theme);
        };
        return face;
    }
    face.tip = {outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal};
    face.reason = outcome.isAwaited() ? outcome.awaitedText() : Text::tr("does not run");
    return face;
}

}  // namespace

std::vector<CardFace> facesOf(const std::vector<Outcome>& outcomes) {
    std::vector<CardFace> faces;
    for (const Outcome& outcome : outcomes) faces.push_back(faceOf(outcome));
    return faces;
}

CardFace ownFormulasFace() {
    CardFace face;
    face.id = face.title = Text::tr("Custom formulas");
    face.lines = {Text::tr("compute: your formula"), Text::tr("store: your formula")};
    face.tip = {
        Text::tr("Two formulas in the stage, batch and direction of an op: the worker that computes it, and the worker "
                 "that stores its weights.")};
    face.isOwn = true;
    return face;
}

}  // namespace bubblescope
