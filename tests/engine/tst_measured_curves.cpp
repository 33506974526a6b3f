// Times of collectives that nccl-tests printed: what is predicted of them, as a ledger in docs/curves.md.

#include "engine/collectives/collective_setup.h"
#include "tests/contents.h"
#include "tests/made_file.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace bubblescope;

namespace tst_measured_curves {

namespace {

using nlohmann::json;

constexpr double kLarge = 64e6, kSmall = 1 << 20;  // bytes

const json& file() {
    static const json kFile = json::parse(
        test::contents(QStringLiteral(SOURCE_DIR "/tests/data/reference/collective_curves.json")).toStdString());
    return kFile;
}

struct Row {
    double bytes = 0, measured = 0, predicted = 0;  // microseconds

    double ratio() const { return predicted / measured; }
};

/// A curve with what was fitted to it: the share that its largest message reaches, and the median of what
/// messages up to a MiB take beyond latencies.
class Curve {
public:
    explicit Curve(const json& curve) {
        m_setup.collective = findCollective(curve.at("collective").get<std::string>())->collective;
        m_setup.ranks = curve.at("ranks");
        m_setup.library = Library::Nccl;
        m_setup.cluster.nodeSize = curve.at("node_size");
        m_setup.cluster.intra.bandwidth = curve.at("intra_gbs");
        m_setup.cluster.inter.bandwidth = curve.at("inter_gbs");
        const std::string only = curve.at("algorithms");
        for (const Algorithm& algorithm : algorithmsOf(m_setup.collective)) {
            const bool isAsked =
                only.empty() || only == algorithm.id || (only == "no switch" && algorithm.id != "in-switch");
            if (isAsked && isOffered(m_setup, algorithm)) m_algorithms.push_back(&algorithm);
        }
        for (const json& row : curve.at("rows")) rows.push_back({row[0], row[1], 0});
        fit();
        for (Row& row : rows) row.predicted = timeOf(row.bytes);
    }

    std::vector<Row> rows;  // by bytes
    double links = 1, launch = 0;

    /// The largest error of messages above 64 MB, and the largest factor, either way, of the others.
    double worstOfLarge() const {
        double worst = 0;
        for (const Row& row : rows)
            if (row.bytes > kLarge) worst = std::max(worst, std::abs(row.ratio() - 1));
        return worst;
    }
    double worstOfSmall() const {
        double worst = 1;
        for (const Row& row : rows)
            if (row.bytes <= kLarge) worst = std::max({worst, row.ratio(), 1 / row.ratio()});
        return worst;
    }
    bool hasSmall() const { return rows.front().bytes <= kLarge; }

private:
    double timeOf(double bytes) const {
        CollectiveSetup setup = m_setup;
        setup.bytes = bytes;
        setup.cluster.intra.share = setup.cluster.inter.share = links;
        setup.cluster.launch = launch;
        double least = HUGE_VAL;
        for (const Algorithm* algorithm : m_algorithms) least = std::min(least, timeByForm(setup, *algorithm));
        return least;
    }

    void fit() {
        for (int round = 0; round < 4; ++round) {
            double low = 0.01, high = 1;
            for (int i = 0; i < 40; ++i) {
                links = std::sqrt(low * high);
                (timeOf(rows.back().bytes) > rows.back().measured ? low : high) = links;
            }
            launch = 0;
            std::vector<double> missing;
            for (const Row& row : rows)
                if (row.bytes <= kSmall) missing.push_back(row.measured - timeOf(row.bytes));
            if (missing.empty()) continue;
            const auto middle = missing.begin() + static_cast<std::ptrdiff_t>(missing.size() / 2);
            std::nth_element(missing.begin(), middle, missing.end());
            // `direct` pays it for each of its messages.
            const double each = m_algorithms.front()->id == "direct" ? m_setup.ranks - 1 : 1;
            launch = std::max(0.0, *middle / each);
        }
    }

    CollectiveSetup m_setup;
    std::vector<const Algorithm*> m_algorithms;
};

const std::vector<Curve>& curves() {
    static const std::vector<Curve> kAll = [] {
        std::vector<Curve> all;
        for (const json& curve : file().at("curves")) all.emplace_back(curve);
        return all;
    }();
    return kAll;
}

QString percent(double share) { return QString::number(100 * share, 'f', 0) + '%'; }

QByteArray ledger() {
    QString text =
        "# Measured collectives\n\n"
        "Times that nccl-tests printed, in public sources, and what Bubblescope predicts for them with the algorithms "
        "of\n"
        "`library: \"nccl\"`. Two numbers are fitted to each curve: `links` to its largest message, and `launch_us` to "
        "what\n"
        "messages up to 1 MB take beyond the latencies of 3 and 8 µs (their median; `direct` pays it for each "
        "message).\n"
        "Errors are the worst: of messages above 64 MB in percent, of smaller ones as a factor, too long or too "
        "short.\n"
        "A test makes this file from `tests/data/reference/collective_curves.json`.\n\n"
        "| curve | collective | nodes | ranks | algorithms | links | launch, µs | above 64 MB | up to 64 MB |\n"
        "|---|---|---|---|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < curves().size(); ++i) {
        const json& from = file().at("curves")[i];
        const Curve& curve = curves()[i];
        const auto word = [&](const char* key) { return QString::fromStdString(from.at(key).get<std::string>()); };
        const int ranks = from.at("ranks"),
                  nodes = (ranks + from.at("node_size").get<int>() - 1) / from.at("node_size").get<int>();
        text += QStringLiteral("| %1 | %2 | %3 | %4 | %5 | %6 | %7 | %8 | %9 |\n")
                    .arg(word("id"), word("collective"))
                    .arg(nodes)
                    .arg(ranks)
                    .arg(word("algorithms").isEmpty() ? QStringLiteral("all") : word("algorithms"))
                    .arg(QString::number(curve.links, 'f', 2),
                         curve.hasSmall() ? QString::number(curve.launch, 'f', 1) : QStringLiteral("–"),
                         percent(curve.worstOfLarge()),
                         curve.hasSmall() ? QStringLiteral("× %1").arg(QString::number(curve.worstOfSmall(), 'f', 1))
                                          : QStringLiteral("–"));
    }
    text += QString::fromStdString("\n" + file().at("left").get<std::string>() + "\n\n## Sources\n\n");
    for (const json& from : file().at("curves"))
        text += QStringLiteral("- %1: %2, links of %3 and %4 GB/s; %5\n")
                    .arg(QString::fromStdString(from.at("id").get<std::string>()),
                         QString::fromStdString(from.at("device").get<std::string>()))
                    .arg(from.at("intra_gbs").get<double>())
                    .arg(from.at("inter_gbs").get<double>())
                    .arg(QString::fromStdString(from.at("source").get<std::string>()));
    return text.toUtf8();
}

}  // namespace

class TestMeasuredCurves : public QObject {
    Q_OBJECT

private slots:
    /// Within 15% above 64 MB and within a factor of two below, but for the curves that are listed here.
    void curvesAreMet() {
        const std::map<std::string, double> largerThan15 = {
            {"b200-ar-1", 0.2769},      {"b200-ag-1", 0.2220}, {"b200-aa-1", 0.2667},
            {"h100-ar-2-ring", 0.2876}, {"a100-ar-2", 0.2913}, {"b200-ar-2", 0.1671},
            {"b200-ag-2", 0.3406},      {"h100-ar-8", 0.2632}, {"h100-ar-128-ring", 0.4904}};
        const std::map<std::string, double> fartherThanTwo = {{"b200-aa-1", 2.255},        {"h100-ar-2", 2.048},
                                                              {"h100-ar-2-nebius", 2.300}, {"b200-ar-2", 2.101},
                                                              {"b200-ag-2", 3.544},        {"a4-ag-2", 3.314}};
        for (std::size_t i = 0; i < curves().size(); ++i) {
            const std::string id = file().at("curves")[i].at("id");
            const auto check = [&](const std::map<std::string, double>& listed, double bar, double worst) {
                const auto known = listed.find(id);
                const bool isAsSaid =
                    known == listed.end() ? worst <= bar : worst > bar && worst <= known->second * 1.001;
                QVERIFY2(isAsSaid, qPrintable(QStringLiteral("%1: %2").arg(QString::fromStdString(id)).arg(worst)));
            };
            check(largerThan15, 0.15, curves()[i].worstOfLarge());
            if (curves()[i].hasSmall()) check(fartherThanTwo, 2, curves()[i].worstOfSmall());
        }
    }

    void theLedger() { test::compareFile(QStringLiteral(SOURCE_DIR "/docs/curves.md"), ledger()); }
};

QTEST_APPLESS_MAIN(TestMeasuredCurves)

}  // namespace tst_measured_curves
#include "tst_measured_curves.moc"
