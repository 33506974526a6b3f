#pragma once

#include "engine/entries/resolve.h"
#include "engine/schemes/scheme.h"
#include "tests/widgets/scheme_runs.h"
#include "widgets/kit/entry_list.h"
#include "widgets/kit/fold.h"
#include "widgets/kit/formula_edit.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/schemes/scheme_form.h"
#include "widgets/schemes/scheme_functions.h"
#include "widgets/schemes/scheme_numbers.h"
#include "widgets/schemes/scheme_options.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QTest>

#include <algorithm>

namespace bubblescope::test {

inline constexpr auto kCompute = SchemeFunction::Compute;
inline constexpr auto kStore = SchemeFunction::Store;
inline constexpr auto kPriority = SchemeFunction::Priority;

inline constexpr std::size_t kCuckoo = 4, kLooped = 5;  // among the seven

/// A form and what its page does: a document with undo, in which the edits of one gesture are one step.
struct SchemeDesk {
    explicit SchemeDesk(std::size_t first = kLooped, Scenario with = sevenSchemes())
        : scenario(std::move(with)), current(first) {
        form.resize(275, 860);
        form.setScenario(scenario, current);
        form.show();
        QObject::connect(&form, &SchemeForm::edited, &form, [this](const ScenarioEdit& edit) {
            edits.push_back(edit);
            if (!edit.after.schedules.empty() && !checkScenario(edit.after)) areAllGood = false;
            const bool joins = edit.gesture != 0 && edit.gesture == lastGesture;
            lastGesture = edit.gesture;
            if (!joins) before.push_back(scenario);
            scenario = edit.after;
            form.setScenario(scenario, current);
        });
        QObject::connect(&form, &SchemeForm::chosen, &form, [this](std::size_t schedule) {
            current = schedule;
            form.setScenario(scenario, current);
        });
    }
    ~SchemeDesk() {
        if (!areAllGood) qFatal("an edit does not pass checkScenario()");
    }

    void undo() {
        scenario = before.back();
        before.pop_back();
        form.setScenario(scenario, current);
    }
    const ScheduleEntry& entry() const { return scenario.schedules[*current]; }
    Scheme scheme() const { return schemeOf(entry()); }
    FormulaEdit* formula(SchemeFunction function) { return form.functions()->formula(function); }
    /// Replaces a formula with a text, without pressing Return.
    void type(SchemeFunction function, const QString& text) {
        FormulaEdit* edit = formula(function);
        edit->setFocus();
        edit->selectAll();
        const bool canBeKeys = std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x80; });
        if (canBeKeys)
            QTest::keyClicks(edit, text);
        else
            edit->insertPlainText(text);
        edit->completer()->popup()->hide();
    }
    void enter(SchemeFunction function, const QString& text) {
        type(function, text);
        QTest::keyClick(formula(function), Qt::Key_Return);
    }
    void pick(PickCombo* combo, const QString& text) {
        combo->setCurrentIndex(combo->findText(text));
        emit combo->activated(combo->currentIndex());
    }
    EntryView* view() { return form.list()->view(); }
    QPoint rowAt(int row) { return view()->visualRect(view()->model()->index(row, 0)).center(); }
    QString titles() const {
        QStringList titles;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
            titles += QString::fromStdString(displayTitle(scenario, i));
        return titles.join(QStringLiteral(" | "));
    }

    Scenario scenario;
    std::optional<std::size_t> current;
    std::vector<Scenario> before;
    std::vector<ScenarioEdit> edits;
    int lastGesture = 0;
    bool areAllGood = true;
    SchemeForm form;
};

}  // namespace bubblescope::test
