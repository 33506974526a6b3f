#include "engine/io/order_csv.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/schedules/order_text.h"
#include "tests/contents.h"
#include "tests/engine/random_scenario.h"
#include "tests/engine/same_run.h"
#include "tests/engine/scenarios.h"
#include "tests/rounds.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <array>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_orders {

namespace {

/// Brought orders on the default times.
Scenario ordersScenario(const std::vector<std::string>& texts, int microbatches) {
    Scenario scenario;
    scenario.workload.devices = static_cast<int>(texts.size());
    scenario.workload.microbatches = microbatches;
    scenario.schedules = {entryOfOrders(texts)};
    return scenario;
}

std::vector<std::string> textsOf(const Program& program) {
    std::vector<std::string> texts;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
        texts.push_back(orderText(program.lane(LaneId(static_cast<std::int64_t>(lane))), program.stages));
    return texts;
}

std::string csvOf(const Program& program, OrderActions actions) {
    std::string out;
    const bool isWhole = writeOrderCsv(program, actions, [&](std::string_view piece) { return out += piece, true; });
    return isWhole ? out : "refused";
}

/// Times and chunks of both, op by op.
bool runAlike(const Run& a, const Run& b) {
    const Program &one = *a.timeline->program, &other = *b.timeline->program;
    for (int stage = 0; stage < one.stagesOfAllLines(); ++stage)
        if (one.chunkOf(StageId(stage)) != other.chunkOf(StageId(stage))) return false;
    return isSame(*a.timeline, *b.timeline) && a.metrics == b.metrics && one.shades() == other.shades();
}

/// The cells of a file that say something, of every line.
std::vector<QByteArrayList> cellsOf(const QByteArray& csv, const QByteArrayList& without = {}) {
    std::vector<QByteArrayList> lines;
    for (const QByteArray& line : csv.split('\n')) {
        if (line.trimmed().isEmpty()) continue;
        QByteArrayList& cells = lines.emplace_back();
        for (const QByteArray& cell : line.trimmed().split(',')) {
            const auto isLeftOut = [&](const QByteArray& what) { return cell.endsWith(what); };
            if (!cell.isEmpty() && std::none_of(without.begin(), without.end(), isLeftOut)) cells += cell;
        }
    }
    return lines;
}

/// What passes between each two ranks, in its order; nothing if they disagree on it, for then both wait for ever.
std::optional<std::map<std::pair<int, int>, QByteArrayList>> transfersOf(const std::vector<QByteArrayList>& lines) {
    static const QRegularExpression kTransfer(QStringLiteral("^(\\d+)(SEND|RECV)_([FB])(\\d+)$"));
    // By the transfer: stage that sends, direction, microbatch.
    std::map<QByteArray, std::array<int, 2>> ends;
    std::vector<std::vector<QByteArray>> ofRank(lines.size());
    for (std::size_t rank = 0; rank < lines.size(); ++rank)
        for (const QByteArray& cell : lines[rank]) {
            const auto match = kTransfer.match(QString::fromLatin1(cell));
            if (!match.hasMatch()) continue;
            const bool isSend = match.captured(2) == QLatin1String("SEND");
            const int way = match.captured(3) == QLatin1String("F") ? 1 : -1;
            const int from = match.captured(1).toInt() - (isSend ? 0 : way);
            const QByteArray key =
                QByteArray::number(from) + match.captured(3).toLatin1() + match.captured(4).toLatin1();
            ends[key][isSend ? 0 : 1] = static_cast<int>(rank);
            ofRank[rank].push_back(key);
        }
    std::map<std::pair<int, int>, QByteArrayList> told;
    for (std::size_t rank = 0; rank < lines.size(); ++rank)
        for (const QByteArray& key : ofRank[rank]) {
            const auto [from, to] = ends.at(key);
            told[{static_cast<int>(rank), from == static_cast<int>(rank) ? to : from}] += key;
        }
    for (const auto& [ranks, keys] : told)
        if (told.at({ranks.second, ranks.first}) != keys) return std::nullopt;
    return told;
}

}  // namespace

class TestOrders : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_random.seed(propertySeed()); }

    /// Every kind, written as orders, as CSV and as CSV with what is sent, is read back to the same timeline, on times
    /// of all sorts.
    void everyKindComesBack() {
        int runs = 0, pairs = 0, directions = 0;
        for (int i = 0; i < rounds(60); ++i) {
            Scenario scenario = randomScenario(m_random);
            for (std::size_t k = 0; k < scenario.schedules.size(); ++k) {
                const auto ran = run(scenario, k);
                if (!ran) continue;
                const Program& program = *(*ran)->timeline->program;
                Scenario again;
                again.workload = scenario.workload;
                again.schedules = {entryOfOrders(textsOf(program))};
                // Elsewhere the pieces of a sequence are microbatches of their own.
                if (program.pieces == 1) {
                    const auto alike = run(again, 0);
                    QVERIFY2(alike, alike ? "" : alike.error().message.c_str());
                    QVERIFY2(runAlike(**ran, **alike), scenario.schedules[k].kind.c_str());
                }
                for (const OrderActions actions : {OrderActions::Compute, OrderActions::ComputeAndComms}) {
                    auto read = readOrderCsv(csvOf(program, actions));
                    QVERIFY2(read, read ? "" : read.error().text().c_str());
                    QCOMPARE(read->workload.devices, scenario.workload.devices);
                    QCOMPARE(read->workload.microbatches, program.microbatches);
                    QVERIFY(read->schedules == again.schedules);
                    const auto lines = cellsOf(QByteArray::fromStdString(csvOf(program, actions)));
                    QVERIFY(transfersOf(lines).has_value());
                }
                ++runs, pairs += program.hasPairs, directions += program.lines > 1;
            }
        }
        QVERIFY(runs > metIn(60, 300) && pairs > metIn(60, 20) && directions > metIn(60, 5));
    }

    void pyTorchsFiles_data() {
        QTest::addColumn<QString>("name");
        const QDir folder(QStringLiteral(SOURCE_DIR "/tests/data/csv"));
        const QStringList names = folder.entryList({QStringLiteral("*_compute_only.csv")});
        QCOMPARE(names.size(), 4);
        for (const QString& name : names) QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }

    /// PyTorch's own files: computation alone is written as it was read but for idle cells, both forms hold the same
    /// order, and what is sent is put where PyTorch puts it.
    void pyTorchsFiles() {
        QFETCH(const QString, name);
        const QByteArray compute = contents(name);
        const QByteArray comms = contents(QString(name).replace(QLatin1String("only"), QLatin1String("comms")));
        const auto scenario = readOrderCsv(compute.toStdString()), same = readOrderCsv(comms.toStdString());
        QVERIFY2(scenario && same, scenario ? "" : scenario.error().text().c_str());
        QVERIFY(*scenario == *same);
        const auto ran = run(*scenario, 0);
        QVERIFY2(ran, ran ? "" : ran.error().message.c_str());
        const Program& program = *(*ran)->timeline->program;
        QVERIFY(cellsOf(compute) == cellsOf(QByteArray::fromStdString(csvOf(program, OrderActions::Compute))));
        const auto theirs = cellsOf(comms, {"UNSHARD", "RESHARD", "REDUCE_GRAD"});
        const auto ours = cellsOf(QByteArray::fromStdString(csvOf(program, OrderActions::ComputeAndComms)));
        // PyTorch's gathers have turns of their own, so that a RECV may stand an op earlier or later.
        for (std::size_t line = 0; line < ours.size(); ++line)
            QVERIFY(QSet(ours[line].begin(), ours[line].end()) == QSet(theirs[line].begin(), theirs[line].end()));
        QVERIFY(transfersOf(theirs) && transfersOf(ours));
        QVERIFY(*transfersOf(theirs) == *transfersOf(ours));
        if (name.contains(QLatin1String("LoopedBFS"))) QVERIFY(ours == theirs);
    }

    void whatIsWrongIsSaid_data() {
        QTest::addColumn<QStringList>("texts");
        QTest::addColumn<QString>("error");
        const auto add = [](const char* name, const QStringList& texts, const char* error) {
            QTest::newRow(name) << texts << QString::fromUtf8(error);
        };
        add("missing", {"0F0 0F1 0B0 0B1", "1F0 1B0 1B1"},
            "schedules[0].orders: F1 of stage 1 is missing; orders with 2 stages and 2 microbatches need a forward for "
            "each stage and microbatch");
        add("no backward", {"0F0 0F1 0B0 0B1", "1F0 1F1 1B0 1W1 1I1"},
            "schedules[0].orders[1]: W1 of stage 1 comes before its I1 on device 1");
        add("backward missing", {"0F0 0F1 0B0 0B1", "1F0 1F1 1B0 1F1"},
            "schedules[0].orders[1]: F1 of stage 1 appears twice on device 1");
        add("no B", {"0F0 0F1 0B0 0I1", "1F0 1F1 1B0 1B1"}, "schedules[0].orders: I1 of stage 0 has no matching W1");
        add("no I", {"0F0 0F1 0B0 0B1", "1F0 1F1 1B0 1W1"}, "schedules[0].orders[1]: W1 of stage 1 has no matching I1");
        add("both", {"0F0 0B0 0I0 0W0", "1F0 1B0"},
            "schedules[0].orders[0]: I0 of stage 0 on device 0 cannot be combined with B0; a backward is either whole "
            "(B) or split (I and W)");
        add("two devices", {"0F0 0B0", "1F0 1B0 0F0"},
            "schedules[0].orders[1]: F0 of stage 0 is on device 1, but other ops of the same stage and microbatch are "
            "on device 0");
        add("halves apart", {"0F0 0B0 1B0", "1F0"},
            "schedules[0].orders[0]: B0 of stage 1 is on device 0, but other ops of the same stage and microbatch are "
            "on device 1");
        add("before", {"0B0 0F0", "1F0 1B0"}, "schedules[0].orders[0]: B0 of stage 0 comes before its F0 on device 0");
        add("pair of its own", {"0F0 0B0", "(1F0;1B0)"},
            "schedules[0].orders[1]: B0 of stage 1 on device 1 depends on the forward that it is fused with");
        add("nothing", {"0F0 0B0 1F0 1B0", ""},
            "schedules[0].orders[1]: device 1 has no ops; every device needs at least one");
        add("uneven", {"0F0 0B0 1F0 1B0", "2F0 2B0"},
            "schedules[0].orders: 3 stages cannot be divided equally among 2 devices");
        add("moves", {"0F0 0B0 1F1 1B1 0F2 0B2", "1F0 1B0 0F1 0B1 1F2 1B2"},
            "");  // in lines of one microbatch each
        add("moves back", {"0F0 0F1 0B0 0B1 1F2 1B2", "1F0 1F1 1B0 1B1 0F2 0B2"},
            "schedules[0].orders: stage 0 is on device 0 for microbatch 1 and on device 1 for microbatch 2; a stage "
            "must be on one device, or on one device per equal share of the microbatches");
        add("circle", {"0F1 0F0 0B0 0B1", "1F0 1B0 1F1 1B1"}, "");
        add("deadlock", {"0F0 0B0 0F1 0B1", "1F0 1F1 1B0 1B1"},
            "schedules[0]: deadlock: B0 of stage 0 on device 0 waits for B0 of stage 1, which is queued behind F1 of "
            "stage "
            "1 on device 1; F1 of stage 1 on device 1 waits for F1 of stage 0, which is queued behind B0 of stage 0 on "
            "device 0");
        add("far stage", {"0F0 0B0 262143F0", "1F0 1B0"},
            "schedules[0].orders: F0 of stage 2 is missing; orders with 262,144 stages and 1 microbatch need a forward "
            "for each stage and microbatch");
    }

    void whatIsWrongIsSaid() {
        QFETCH(const QStringList, texts);
        QFETCH(const QString, error);
        std::vector<std::string> orders;
        for (const QString& text : texts) orders.push_back(text.toStdString());
        int microbatches = 1;
        const auto read = readOrders(orders);
        QVERIFY(read);
        microbatches = read->microbatches;
        const auto ran = run(ordersScenario(orders, microbatches), 0);
        QCOMPARE(ran ? QString() : QString::fromStdString(ran.error().text()), error);
    }

    void stagesAndSizesAreChecked() {
        Scenario scenario = ordersScenario({"0F0 0B0", "1F0 1B0"}, 1);
        QVERIFY(run(scenario, 0));
        scenario.workload.microbatches = 2;
        QCOMPARE(run(scenario, 0).error().text(),
                 "schedules[0].microbatches: order is for 1 microbatch, workload has 2");
        scenario.workload.microbatches = 1;
        scenario.workload.devices = 3;
        QCOMPARE(run(scenario, 0).error().text(), "schedules[0].devices: order is for 2 devices, workload has 3");
        scenario.workload.devices = 2;
        setNamed(scenario.schedules[0].values, "stages", {4});
        QCOMPARE(run(scenario, 0).error().text(),
                 "schedules[0].orders: F0 of stage 2 is missing; orders with 4 stages and 1 microbatch need a forward "
                 "for each stage and microbatch");
        scenario.schedules[0].values.clear();
        setNamed(scenario.schedules[0].values, "orders",
                 {ParameterValue::List{{std::string("0F0 2F0 2B0 0B0")}, {std::string("1F0 3F0 3B0 1B0")}}});
        const auto ran = run(scenario, 0);
        QVERIFY(ran);
        QCOMPARE((*ran)->schedule.workload.chunks, 2);
        const std::string file = writeScenario(scenario);
        const auto again = readScenario(file);
        QVERIFY(again && *again == scenario);
    }

    void blanksAroundCellsAreNone_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("of a pair") << QByteArray("0F0,(0F1 ; 0B0)OVERLAP_F_B,0B1\n");
        QTest::newRow("within brackets") << QByteArray("0F0,( 0F1;0B0\t)OVERLAP_F_B,0B1\n");
        QTest::newRow("everywhere") << QByteArray(" 0F0 ,\t( 0F1 ;\t0B0 )OVERLAP_F_B , 0B1 \n");
    }
    void blanksAroundCellsAreNone() {
        QFETCH(const QByteArray, file);
        const auto read = readOrderCsv(file.toStdString()), plain = readOrderCsv("0F0,(0F1;0B0)OVERLAP_F_B,0B1\n");
        QVERIFY(read && plain);
        QVERIFY(*read == *plain);
    }

    void hostileFiles_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("error");
        const auto add = [](const char* name, const QByteArray& file, const char* error) {
            QTest::newRow(name) << file << QString::fromUtf8(error);
        };
        const QString noAction = QStringLiteral(
            "line 1, cell 2: \"%1\" is not an action; expected a blank, or e.g. 3F7 (stage, one of F B I W, "
            "microbatch), "
            "(3F7;0B2)OVERLAP_F_B, 3SEND_F7 (also RECV_F, SEND_B, RECV_B) or 3UNSHARD (also RESHARD, REDUCE_GRAD)");
        for (const char* cell : {"0F", "F0", "0f0", "0F0x", "0F0 0B0", "0F0B", "-1F0", "0.5F0", "0SEND_F", "0SEND_F0x",
                                 "UNSHARD", "0RESHARD1"})
            QTest::newRow(cell) << QByteArray("0F0,") + cell + ",0B0\n" << noAction.arg(QLatin1String(cell));
        add("NULs", QByteArray("0F0,\0\0,0B0\n", 11), "byte 5 is a NUL; a file of orders must be text");
        add("empty", "", "has no orders; each line needs the actions of a rank, e.g. 0F0,0B0");
        add("blank", "\r\n\r\n", "has no orders; each line needs the actions of a rank, e.g. 0F0,0B0");
        add("idle rank", "0F0,0B0\n,,\n1F0,1B0\n",
            "line 2: has no ops; each line needs the ops of a rank, e.g. 0F0,0B0");
        add("blank line", "0F0,0B0\n \n1F0,1B0\n", "line 2: is blank; each line needs the ops of a rank, e.g. 0F0,0B0");
        add("quoted", "0F0,\"0B0\"\n", "line 1, cell 2: \"0B0\" is quoted; write cells without quotes");
        add("SEND past the limit", "0F0,0SEND_F99999999999\n",
            "line 1, cell 2: \"0SEND_F99999999999\": the microbatch must be from 0 to 999,999");
        add("UNSHARD past the limit", "300000UNSHARD,0F0\n",
            "line 1, cell 1: \"300000UNSHARD\": the stage must be from 0 to 262,143");
        add("stage 10^9", "0F0,1000000000F0,0B0\n",
            "line 1, cell 2: \"1000000000F0\": the stage must be from 0 to 262,143");
        add("microbatch 10^30", "0F0,0F1000000000000000000000000000000\n",
            "line 1, cell 2: \"0F1000000000000000000000000000000\": the microbatch must be from 0 to "
            "999,999");
        add("unclosed", "0F0,(0F1;0B0,0B1\n",
            "line 1, cell 2: \"(0F1;0B0\" is not a fused pair; expected a forward and a backward, e.g. "
            "(3F7;0B2)OVERLAP_F_B");
        add("no overlap", "0F0,(0F1;0B0),0B1\n",
            "line 1, cell 2: \"(0F1;0B0)\" is not a fused pair; expected a forward and a backward, e.g. "
            "(3F7;0B2)OVERLAP_F_B");
        add("blanks in an op", "0F0,(0F 1;0B0)OVERLAP_F_B,0B1\n",
            "line 1, cell 2: \"0F 1\" is not an op; expected a stage, then F, B, I or W, then a microbatch, e.g. 3F7");
        add("blanks after a pair", "0F0,(0F1;0B0) OVERLAP_F_B,0B1\n",
            "line 1, cell 2: \"(0F1;0B0) OVERLAP_F_B\" is not a fused pair; expected a forward and a backward, e.g. "
            "(3F7;0B2)OVERLAP_F_B");
        add("two forwards", "0F0,(0F1;0F2)OVERLAP_F_B,0B1\n",
            "line 1, cell 2: \"(0F1;0F2)OVERLAP_F_B\" is not a fused pair; expected a forward F, then a whole backward "
            "B");
        add("sent early", "0SEND_F0,0F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n",
            "line 1, cell 1: 0SEND_F0 comes before 0F0, whose result it sends");
        add("received late", "0F0,0SEND_F0,0RECV_B0,0B0\n1F0,1RECV_F0,1B0,1SEND_B0\n",
            "line 2, cell 2: 1RECV_F0 comes after 1F0, which needs it");
        add("never received", "0F0,0SEND_F0,0RECV_B0,0B0\n1F0,1B0,1SEND_B0\n",
            "line 1, cell 2: 0SEND_F0 has no matching RECV");
        add("elsewhere", "0F0,1SEND_F0,0B0\n1F0,1B0\n", "line 1, cell 2: 1SEND_F0 is on a rank that does not run 1F0");
        add("from nowhere", "0RECV_F0,0F0,0B0\n", "line 1, cell 1: 0RECV_F0 receives a result that no stage sends");
        QByteArray lines;
        for (int i = 0; i < 5000; ++i) lines += "0F0\n";
        add("lines", lines, "has 5,000 lines, one per rank; the limit is 4,096");
    }

    void hostileFiles() {
        QFETCH(const QByteArray, file);
        QFETCH(const QString, error);
        const auto read = readOrderCsv(file.toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().text()), error);
    }

    /// A million cells, whole or with an op wrong at the end; ragged lines, blanks, CRLF and idle cells are well.
    void formsOfFiles() {
        std::string big;
        const int cells = fewer(500'000);
        for (int m = 0; m < cells; ++m) big += "0F" + std::to_string(m) + ',';
        for (int m = 0; m < cells; ++m) big += "0B" + std::to_string(m) + (m + 1 < cells ? "," : "\n");
        const auto scenario = readOrderCsv(big);
        QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
        const auto ran = run(*scenario, 0);
        QVERIFY(ran);
        QCOMPARE((*ran)->timeline->program->opCount(), std::size_t(2 * cells));
        QVERIFY(!readOrderCsv(big.substr(0, big.size() - 1) + ",0B7\n").value().schedules.empty());
        QVERIFY(!readOrderCsv(big.substr(0, big.size() - 1) + ",oops\n"));

        const auto plain = readOrderCsv("0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n");
        QVERIFY(plain);
        for (const char* same : {"0F0,0F1,0B0,0B1\r\n1F0,1B0,1F1,1B1\r\n", "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1",
                                 " 0F0 ,\t0F1,,,0B0,0B1,,,,\n,1F0,1B0,, ,1F1,1B1\n\n",
                                 "\xEF\xBB\xBF"
                                 "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"})
            QVERIFY2(readOrderCsv(same).value() == *plain, same);
        QVERIFY(isOrderCsv(",,0F0") && isOrderCsv("(0F0;1B0)OVERLAP_F_B") && !isOrderCsv(" {\"format\": 1}") &&
                !isOrderCsv("") &&
                isOrderCsv("\xEF\xBB\xBF"
                           "0F0") &&
                !isOrderCsv("42") && !isOrderCsv("schedule,label"));
    }

    /// An order that never ends can be read and is told; with what is sent it cannot be written.
    void deadlocksAreNotWritten() {
        const auto read = readOrders(std::vector<std::string>{"0F0 0B0 0F1 0B1", "1F0 1F1 1B0 1B1"});
        QVERIFY(read);
        const auto program = programOf(*read, read->stages);
        QVERIFY(program);
        QCOMPARE(csvOf(*program, OrderActions::ComputeAndComms), "refused");
        QCOMPARE(csvOf(*program, OrderActions::Compute), "0F0,0B0,0F1,0B1\n1F0,1F1,1B0,1B1\n");
    }

private:
    Random m_random;
};

QTEST_GUILESS_MAIN(TestOrders)

}  // namespace tst_orders

#include "tst_orders.moc"
