// The places of a scenario's schedules before an edit.

#include "app/pages/schedule_places.h"

#include <QTest>

using namespace bubblescope;

namespace tst_schedule_places {

namespace {

constexpr std::size_t kNew = 99;

std::vector<ScheduleEntry> entries(const QString& kinds) {
    std::vector<ScheduleEntry> entries;
    for (const QChar kind : kinds) entries.push_back({std::string(1, kind.toLatin1()), {}, {}, {}});
    return entries;
}

}  // namespace

class TestSchedulePlaces : public QObject {
    Q_OBJECT

private slots:
    void followsEachSchedule_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("now");
        QTest::addColumn<QList<std::size_t>>("places");
        using Places = QList<std::size_t>;
        QTest::newRow("nothing changed") << "abc"
                                         << "abc" << Places{0, 1, 2};
        QTest::newRow("changed in place") << "abc"
                                          << "axc" << Places{0, 1, 2};
        QTest::newRow("two swapped") << "abc"
                                     << "bac" << Places{1, 0, 2};
        QTest::newRow("first removed") << "abc"
                                       << "bc" << Places{1, 2};
        QTest::newRow("last removed") << "abc"
                                      << "ab" << Places{0, 1};
        QTest::newRow("one added in front") << "abc"
                                            << "xabc" << Places{kNew, 0, 1, 2};
        QTest::newRow("one added within") << "abc"
                                          << "abxc" << Places{0, 1, kNew, 2};
        QTest::newRow("a copy of the first") << "ab"
                                             << "aab" << Places{0, kNew, 1};
        QTest::newRow("one of two equal ones changed") << "aa"
                                                       << "xa" << Places{0, 1};
        QTest::newRow("one became like its neighbour") << "ab"
                                                       << "bb" << Places{0, 1};
        QTest::newRow("removed while another changed") << "abc"
                                                       << "ax" << Places{0, kNew};
        QTest::newRow("all new") << ""
                                 << "ab" << Places{kNew, kNew};
        QTest::newRow("all gone") << "ab"
                                  << "" << Places{};
    }
    void followsEachSchedule() {
        QFETCH(QString, before);
        QFETCH(QString, now);
        QFETCH(QList<std::size_t>, places);
        QList<std::size_t> found;
        for (const auto& place : placesBefore(entries(now), entries(before))) found += place.value_or(kNew);
        QCOMPARE(found, places);
    }
};

QTEST_APPLESS_MAIN(TestSchedulePlaces)

}  // namespace tst_schedule_places
#include "tst_schedule_places.moc"
