// Files of version 1: they run as they did, and say so in the words of version 2.

#include "engine/entries/resolve.h"
#include "engine/io/experiment_file.h"
#include "engine/io/scenario_file.h"
#include "engine/io/version_one.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "tests/engine/random_model.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace bubblescope;

namespace tst_version_one {
using nlohmann::json;

namespace {

json upgraded(json file) {
    file["format"] = "bubblescope-scenario";
    file["version"] = 1;
    const auto ok = upgrade(file);
    return ok ? file : json();
}

}  // namespace

class TestVersionOne : public QObject {
    Q_OBJECT

private slots:
    void recomputeIsPartedFromAttention() {
        for (const auto& [before, attention, recompute] : {std::tuple("flash", "flash", "none"),
                                                           {"none", "core", "none"},
                                                           {"selective", "core", "selective"},
                                                           {"full", "core", "full"}}) {
            const json file = upgraded({{"model", {{"preset", "llama-3-8b"}, {"recompute", before}}}});
            QCOMPARE(file["model"]["attention"].get<std::string>(), std::string(attention));
            QCOMPARE(file["model"]["recompute"].get<std::string>(), std::string(recompute));
        }
        // What a step overrides is parted, too, and what it does not is left out.
        const json file = upgraded({{"model", {{"preset", "llama-3-8b"}, {"recompute", "flash"}}},
                                    {"schedules",
                                     {{{"step", "fsdp"}, {"model", {{"recompute", "full"}}}},
                                      {{"step", "fsdp"}, {"model", {{"sequence", 4096}}}}}}});
        QVERIFY(file["schedules"][0]["model"] == json({{"attention", "core"}, {"recompute", "full"}}));
        QVERIFY(file["schedules"][1]["model"] == json({{"sequence", 4096}}));
    }

    void whatNobodySaidIsSaid() {
        const json file =
            upgraded({{"model", {{"preset", "gpt2"}}}, {"schedules", {{{"step", "mesh"}}, {{"step", "fsdp"}}}}});
        for (const auto& [key, value] : {std::pair<const char*, json>("attention", "core"),
                                         {"recompute", "none"},
                                         {"dropout", true},
                                         {"precision", "mixed"},
                                         {"grad_dtype", "bf16"}})
            QVERIFY2(file["model"][key] == value, key);
        QVERIFY(file["cluster"]["cost"] == "flat" && file["cluster"]["link_rules"] == 1);
        const json& device = file["cluster"]["device"];
        QVERIFY(device["memory_gib"] == 80e9 / (1 << 30) && device["reserve_gb"] == 0 && device["fragmentation"] == 0);
        QVERIFY(file["schedules"][0]["accumulate"] == "last" && file["schedules"][0]["zero"] == 0);
        QVERIFY(file["schedules"][0]["sync"] == "overlap" && file["schedules"][1]["accumulate"] == "last");
    }

    void memoryIsThatOfTheDevice() {
        const auto memoryOf = [](const json& device) {
            return upgraded({{"model", {{"preset", "gpt2"}}}, {"cluster", {{"device", device}}}})["cluster"]["device"];
        };
        QVERIFY(memoryOf({{"preset", "b200"}})["memory_gib"] == 180e9 / (1 << 30));
        const json said = memoryOf({{"preset", "b200"}, {"memory_gb", 64}});
        QVERIFY(said["memory_gib"] == 64e9 / (1 << 30) && !said.contains("memory_gb"));
        QVERIFY(memoryOf({{"memory_gib", 12}})["memory_gib"] == 12);
        // A device of a step has its own, unless the file says one for all.
        const json own = {{"step", "ddp"}, {"cluster", {{"device", {{"preset", "h200"}}}}}};
        const json model = {{"preset", "gpt2"}};
        QVERIFY(upgraded({{"model", model}, {"schedules", {own}}})["schedules"][0]["cluster"]["device"]["memory_gib"] ==
                141e9 / (1 << 30));
        const json shared = {{"device", {{"memory_gb", 50}}}};
        QVERIFY(!upgraded(
                     {{"model", model}, {"cluster", shared}, {"schedules", {own}}})["schedules"][0]["cluster"]["device"]
                     .contains("memory_gib"));
    }

    void othersAreLeftAlone() {
        const json plain = {{"format", "bubblescope-scenario"}, {"version", 1}, {"schedules", {{{"kind", "1f1b"}}}}};
        json file = plain;
        QVERIFY(upgrade(file) && file == plain);
        json second = {{"version", 2}, {"model", {{"preset", "gpt2"}}}};
        const json before = second;
        QVERIFY(upgrade(second) && second == before);
        // Nor is what is not well formed; it is refused later.
        for (const char* bad :
             {R"({"version": 1, "model": 3, "schedules": {"a": 1}})",
              R"({"version": 1, "model": {"recompute": 3}, "cluster": [], "schedules": [1, {"step": 4}]})",
              R"({"version": 1, "model": {}, "cluster": {"device": {"memory_gb": "x"}}})"}) {
            json hostile = json::parse(bad);
            QVERIFY(upgrade(hostile));
        }
    }

    /// A step of version 2 that says flash is told both keys; efficiency needs the flat cost.
    void whatIsOfVersionOneIsRefused() {
        const auto refusal = [](const char* rest) {
            const auto read =
                readScenario(R"({"format": "bubblescope-scenario", "version": 2, )" + std::string(rest) + "}");
            return read ? std::string() : read.error().text();
        };
        QCOMPARE(
            refusal(R"("model": {"preset": "gpt2", "recompute": "flash"})"),
            std::string("model.recompute: must be \"none\", \"selective\", \"ops\" or \"full\"; for flash attention "
                        "use \"attention\": \"flash\""));
        QVERIFY(refusal(R"("model": {"preset": "gpt2"}, "cluster": {"device": {"efficiency": 0.4}})")
                    .find("needs cost \"flat\"") != std::string::npos);
        QVERIFY(refusal(R"("model": {"preset": "gpt2"}, "cluster": {"cost": "flat", "device": {"efficiency": 0.4}})")
                    .empty());
        QVERIFY(
            refusal(R"("model": {"preset": "gpt2", "recompute_modules": ["moe"]})").find("recompute \"selective\"") !=
            std::string::npos);
        QVERIFY(
            refusal(R"("model": {"preset": "gpt2", "recompute": "full", "recompute_layers": 2, "recompute_unit": 2})")
                .find("cannot be used with recompute_layers") != std::string::npos);
        QVERIFY(refusal(R"("cluster": {"device": {"memory_gb": 80, "memory_gib": 79}})").find("remove one") !=
                std::string::npos);
    }

    /// Saved as version 2, read and run again: the same.
    void whatIsSavedRunsAlike() {
        std::mt19937 random(7);
        int ran = 0;
        for (int i = 0; i < 60; ++i) {
            const std::string text = test::randomModelStep(random);
            const auto first = readScenario(text);
            QVERIFY2(first, text.c_str());
            const std::string saved = writeScenario(*first);
            QVERIFY(saved.find("\"version\": 2") != std::string::npos);
            const auto again = readScenario(saved);
            QVERIFY2(again && *again == *first, text.c_str());
            const auto one = runStep(resolve(*first, 0)), other = runStep(resolve(*again, 0));
            QVERIFY(one.has_value() == other.has_value());
            if (!one) continue;
            ++ran;
            QCOMPARE(one->timeline->totalTime(), other->timeline->totalTime());
            QCOMPARE(one->memoryPeak(), other->memoryPeak());
        }
        QVERIFY(ran > 10);
    }

    void experimentsAreUpgradedToo() {
        const auto read = readExperiment(
            R"({"format": "bubblescope-experiment", "version": 1, "title": "x", "workload": {"time_unit": "ms"},
                "model": {"preset": "gpt2", "recompute": "flash"}, "x": {"variable": "mesh.fsdp", "values": [1, 2]},
                "series": [{"step": "fsdp"}], "metrics": ["total_time"]})");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(valueNamed(read->training.model, "attention") == ParameterValue{std::string("flash")});
        QVERIFY(valueNamed(read->training.cluster, "cost") == ParameterValue{std::string("flat")});
        const auto again = readExperiment(writeExperiment(*read));
        QVERIFY(again && again->training == read->training);
    }
};

QTEST_APPLESS_MAIN(TestVersionOne)

}  // namespace tst_version_one
#include "tst_version_one.moc"
