// Memory of columns that are allocated and freed on several threads.

#include "engine/core/column.h"
#include "tests/rounds.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <random>
#include <thread>

using namespace bubblescope;

namespace tst_column {

class TestColumn : public QObject {
    Q_OBJECT

private slots:
    /// Each column holds what was written to it, whoever used its memory before and whoever gives some up meanwhile.
    void columnsDoNotShareMemory() {
        const auto work = [](unsigned seed) {
            std::mt19937 random(seed);
            std::vector<std::pair<std::uint64_t, Column<std::uint64_t>>> columns;
            for (int i = 0; i < test::fewer(100); ++i) {
                if (columns.size() == 6) columns.erase(columns.begin() + random() % 6);
                const std::size_t size = std::size_t{1} << (random() % 22);
                Column<std::uint64_t> column(size + random() % size);
                const std::uint64_t value = random();
                for (std::size_t at = 0; at < column.size(); at += 97) column[at] = value + at;
                columns.emplace_back(value, std::move(column));
                for (const auto& [first, kept] : columns)
                    for (std::size_t at = 0; at < kept.size(); at += 97 * 8)
                        if (kept[at] != first + at) return false;
            }
            return true;
        };
        std::vector<int> good(4, 0);
        {
            std::vector<std::jthread> threads;
            for (unsigned i = 0; i < good.size(); ++i) threads.emplace_back([&, i] { good[i] = work(i); });
        }
        QCOMPARE(good, std::vector<int>(4, 1));
    }

    void largeColumnsBeginAtACacheLine() {
        for (const std::size_t size : {100'000, 1'000'000, 5'000'000}) {
            const Column<std::uint64_t> column(size);
            if (!test::kHasSanitizers)
                QCOMPARE(reinterpret_cast<std::uintptr_t>(column.data()) % 64, std::uintptr_t(0));
            QCOMPARE(column.size(), size);
        }
    }

    void touchedColumnsAreWholeOrStopped() {
        std::stop_source stop;
        for (const std::size_t size : {1, 4096, 3'000'000})
            QCOMPARE(touchedColumn<std::uint64_t>(size, stop.get_token()).size(), size);
        stop.request_stop();
        QVERIFY(touchedColumn<std::uint64_t>(3'000'000, stop.get_token()).empty());
    }

    void nothingIsKeptBeyondTheLimit() {
        if (test::kHasSanitizers) QSKIP("memory is not kept, so that the sanitizer sees every use of freed memory");
        constexpr std::size_t kOne = 8 << 20;
        const std::size_t before = columnBytes().used;
        {
            const Column<char> first(kOne), second(kOne);
            QCOMPARE(columnBytes().used, before + 2 * kOne);
        }
        QCOMPARE(columnBytes().used, before);
        QVERIFY(columnBytes().kept >= 2 * kOne);
        limitColumnBytes(before + kOne);
        QTRY_VERIFY(columnBytes().kept <= kOne);
        {
            const Column<char> larger(3 * kOne);  // leaves no room for what is kept, which goes first
            QCOMPARE(columnBytes().kept, std::size_t{0});
        }
        limitColumnBytes(std::numeric_limits<std::size_t>::max());
    }

    void aColumnGetsTheMemoryOfTheLast() {
        if (test::kHasSanitizers) QSKIP("memory is not kept, so that the sanitizer sees every use of freed memory");
        const void* last = nullptr;
        {
            const Column<std::uint64_t> column(700'000);
            last = column.data();
        }
        const Column<std::uint64_t> next(701'000);
        QCOMPARE(static_cast<const void*>(next.data()), last);
    }
};

QTEST_APPLESS_MAIN(TestColumn)

}  // namespace tst_column
#include "tst_column.moc"
