// Labels of the window and numbers in its texts, as docs/words.md wants them.

#include "tests/app/desk.h"
#include "tests/app/said.h"
#include "widgets/inspector/op_text.h"
#include "widgets/shown/outcome.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QMenu>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_labels {

namespace {

/// Every time, share and size in a text with more than four significant digits, or in a unit that leaves 10,000 and
/// more before it.
QStringList unreadable(const QString& text) {
    static const QRegularExpression kNumber(R"((?<![\w.,])(\d[\d,]*(?:\.\d+)?) ?(ns|µs|ms|s|%|B|kB|MB|GB|TB)\b)");
    QStringList found;
    for (auto it = kNumber.globalMatch(plainText(text)); it.hasNext();) {
        const auto match = it.next();
        QString digits = match.captured(1).remove(',');
        const double value = digits.toDouble();
        const bool isTime = match.captured(2).endsWith('s');
        const bool hasPoint = digits.contains('.');
        digits.remove('.');
        while (digits.startsWith('0')) digits.remove(0, 1);
        if (!hasPoint)
            while (digits.endsWith('0')) digits.chop(1);
        if (digits.size() > 4 || (isTime && value >= 10'000)) found += match.captured(0);
    }
    return found;
}

}  // namespace

class TestLabels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_home = newHome(); }

    /// Buttons, choices, headings and menus of every page: no label ends with a colon or a full stop.
    void labelsHaveNoPunctuationAtTheEnd() {
        Desk desk;
        QStringList labels;
        const auto take = [&](const QString& text) {
            if (!text.isEmpty()) labels += text;
        };
        for (const PageKind* kind : pageKinds()) {
            QWidget& page = desk.window.page(*kind);
            for (const auto* button : page.findChildren<QAbstractButton*>()) take(button->text());
            for (const auto* combo : page.findChildren<QComboBox*>())
                for (int i = 0; i < combo->count(); ++i) take(combo->itemText(i));
            for (const auto* header : page.findChildren<QHeaderView*>())
                for (int i = 0; header->model() && i < header->count(); ++i)
                    take(header->model()->headerData(i, header->orientation()).toString());
        }
        for (const QAction* action : desk.window.findChildren<QAction*>()) take(action->text());
        QVERIFY(labels.size() > 200);
        for (const QString& label : std::as_const(labels))
            QVERIFY2(!label.endsWith(':') && (!label.endsWith('.') || label.endsWith(QStringLiteral("..."))),
                     qPrintable(label));
    }

    /// On random scenarios whose times are large and small: title lines, and what is said of idle time and ops.
    void numbersHaveFourDigitsAndScaledUnits() {
        int texts = 0;
        for (int n = 0; n < rounds(kScenarios); ++n) {
            Random random(saidSeed() * kScenarios + std::uint64_t(n));
            Scenario scenario = randomComparison(random);
            scenario.workload.timeUnit = std::array{"ns", "us", "ms", "s"}[std::size_t(randomInt(random, 0, 3))];
            const double scale = std::array{1.0, 0.0013, 1234.567, 77777.7}[std::size_t(randomInt(random, 0, 3))];
            for (const char* key : {"forward", "backward", "comm"})
                if (const WorkloadKey* number = findNumberKey(key))
                    if (const auto value = number->get(scenario.workload))
                        number->set(scenario.workload, *value * scale);
            scenario.workload.weight.reset();
            if (!checkScenario(scenario)) continue;
            const std::size_t index = std::size_t(n) % scenario.schedules.size();
            const RunResult result = run(scenario, index);
            if (!result) continue;
            const auto verify = [&](const QString& text) {
                ++texts;
                const QStringList found = unreadable(text);
                QVERIFY2(found.isEmpty(), qPrintable(text + ": " + found.join(", ")));
            };
            const TrackData shown = shownOf(outcomeOf(scenario, index, result));
            verify(shown.total);
            verify(shown.bubble);
            for (const QString& fact : shown.facts) verify(fact);
            const Timeline& timeline = *(*result)->timeline;
            std::vector<Row> rows;
            for (const RowRange& lane : timeline.program->lanes)
                for (Row row = lane.begin; row < lane.end; ++row) rows.push_back(row);
            const Row row = rows[std::size_t(randomInt(random, 0, int(rows.size()) - 1))];
            const OpText text = textOfOp(**result, row, 0);
            for (const QString& line : {text.headline, text.title, text.lead}) verify(line);
            for (const QString& fact : text.facts) verify(fact);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(texts > rounds(kScenarios));
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(TestLabels)

}  // namespace tst_labels
#include "tst_labels.moc"
