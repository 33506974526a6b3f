// The list of workload keys.

#include "engine/scenario/scenario.h"

#include <QTest>

#include <set>

using namespace bubblescope;

namespace tst_workload_keys {

class TestWorkloadKeys : public QObject {
    Q_OBJECT

private slots:
    void everyKeySaysAllOfItself() {
        std::set<std::string_view> keys, symbols;
        std::set<int> places;
        bool isNumber = true;
        for (const WorkloadKey& key : workloadKeys()) {
            QVERIFY(keys.insert(key.key).second);
            QVERIFY(!key.meaning.empty() && !key.word.empty());
            QCOMPARE(key.type == ParameterType::Choice, !key.choices.empty());
            if (!key.symbol.empty()) QVERIFY(symbols.insert(key.symbol).second);
            if (key.slider.place > 0) QVERIFY(places.insert(key.slider.place).second);
            isNumber = isNumber && key.type != ParameterType::Object && key.type != ParameterType::Choice;
            QCOMPARE(findNumberKey(key.key) != nullptr, isNumber);  // numberKeys() is the beginning of the list
            if (isNumber) QVERIFY(key.get && key.set && !key.name.empty() && !key.definition.empty());
        }
        std::size_t own = 0;
        forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) { QCOMPARE(&key, &workloadKeys()[own++]); });
        QCOMPARE(own + 1, workloadKeys().size());
        QCOMPARE(workloadKeys().back().key, std::string_view("time_unit"));
    }

    void aNumberIsReadAndSet() {
        Workload workload;
        for (const WorkloadKey& key : numberKeys()) {
            const double value = key.most == 1 ? 0.25 : 3;
            key.set(workload, value);
            QCOMPARE(key.get(workload), std::optional(value));
        }
        QVERIFY(checkWorkload(workload, [](std::string_view key) { return std::string(key); }).has_value());
        workload.weight.reset();
        QCOMPARE(findNumberKey("forward_backward")->get(workload), std::optional(3.0));
        workload.forwardBackward.reset();
        QCOMPARE(findNumberKey("forward_backward")->get(workload), std::optional(6.0));  // the sum of its ops
        QCOMPARE(findNumberKey("weight")->get(workload), std::optional(0.75));           // its share of the backward
        workload.comm = std::vector<std::vector<double>>{};
        QCOMPARE(findNumberKey("comm")->get(workload), std::nullopt);
    }

    /// D, MBS and v shape the order of a schedule; times, and what they are times of, do not.
    void someKeysShapeTheOrder() {
        for (const WorkloadKey& key : numberKeys()) {
            const Workload before;
            Workload after;
            key.set(after, key.most == 1 ? 0.25 : 3);
            QVERIFY(after != before);
            QCOMPARE(haveSameShape(before, after),
                     key.key != "devices" && key.key != "microbatches" && key.key != "chunks");
        }
    }

    void choicesAreToldInWords() {
        QCOMPARE(choicesText(kTimeBases), std::string("\"microbatch\" or \"chunk\""));
        QCOMPARE(choicesText(kTimeUnits), std::string("\"ns\", \"us\", \"ms\", \"s\" or empty"));
    }
};

QTEST_APPLESS_MAIN(TestWorkloadKeys)

}  // namespace tst_workload_keys
#include "tst_workload_keys.moc"
