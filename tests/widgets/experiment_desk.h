#pragma once

#include "engine/study/experiment_plan.h"
#include "tests/engine/experiment_files.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/theme.h"
#include "widgets/study/form/axis_editor.h"
#include "widgets/study/form/experiment_form.h"

#include <QTest>

namespace bubblescope::test {

using Values = std::vector<double>;

/// A form wired to itself as a document would do it: an edit is applied and shown, and so are its errors.
struct ExperimentDesk {
    explicit ExperimentDesk(const QString& name = "weak-scaling") : experiment(presetExperiment(name.toStdString())) {
        form.resize(290, 1600);
        form.show();
        form.setExperiment(experiment);
        QObject::connect(&form, &ExperimentForm::edited, &form, [this](const ExperimentEdit& edit) {
            edits.push_back(edit);
            show(edit.after);
        });
    }
    void show(const Experiment& wanted) {
        experiment = wanted;
        form.setExperiment(experiment);
        const auto plan = planExperiment(experiment);
        form.setError(plan ? std::nullopt : std::optional(plan.error()));
    }
    AxisEditor* axis(int which) {
        QList<AxisEditor*> all = form.findChildren<AxisEditor*>();
        return all[which];
    }
    AxisEditor* x() { return axis(0); }
    AxisEditor* panels() { return axis(1); }
    AxisEditor* figures() { return axis(2); }
    static void pick(PickCombo* combo, const QString& id) {
        const int index = combo->findData(id);
        QVERIFY2(index >= 0, qPrintable(id));
        combo->setCurrentIndex(index);
        emit combo->activated(index);
    }
    static void type(TextEdit* edit, const QString& text) {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    QString topError() const {
        for (const ReasonBalloon* balloon : form.findChildren<ReasonBalloon*>())
            if (&balloon->field() == &form) return balloon->text();
        return {};
    }

    Experiment experiment;
    std::vector<ExperimentEdit> edits;
    ExperimentForm form;
};

}  // namespace bubblescope::test
