// Which entry is which, whatever is edited, moved, removed, copied or read again.

#include <QTest>

#include "tests/widgets/outcomes.h"
#include "widgets/shown/entry_ids.h"
#include "widgets/shown/op_palette.h"

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_entry_ids {

namespace {

using Entries = std::vector<ScheduleEntry>;
using Places = std::vector<std::optional<std::size_t>>;

Entries withIds(Entries entries) {
    giveIds(entries, {});
    giveColors(entries, {});
    return entries;
}

/// What a document makes of an edit.
Entries edited(Entries now, const Entries& before) {
    giveIds(now, before);
    giveColors(now, before);
    return now;
}

/// The same entries as a file has them.
Entries read(Entries entries) {
    forgetIds(entries);
    return entries;
}

std::vector<int> colorsOf(const Entries& entries) {
    std::vector<int> colors;
    for (const ScheduleEntry& each : entries) colors.push_back(each.color);
    return colors;
}

}  // namespace

class TestEntryIds : public QObject {
    Q_OBJECT

private slots:
    void eachHasItsOwn() {
        const Entries entries = withIds({entry("gpipe"), entry("gpipe"), entry("1f1b")});
        std::set<EntryId> ids;
        for (const ScheduleEntry& each : entries) QVERIFY(each.id.isValid() && ids.insert(each.id).second);
        QVERIFY2(entries[0] == entries[1], "entries compare by what they say");
    }

    void followsEdits() {
        const Entries before = withIds({entry("gpipe"), entry("hanayo", 2), entry("hanayo", 4)});
        Entries now{before[2], before[0]};
        now[0].own.chunks = 2;
        now[0].label = "b";
        now[1].kind = "1f1b";
        QCOMPARE(placesIn(before, edited(now, before)), (Places{2, 0}));
        QCOMPARE(entryPlace(now, before[0].id), std::optional<std::size_t>(1));
        QCOMPARE(entryPlace(now, before[1].id), std::nullopt);
        QCOMPARE(entryPlace(now, EntryId()), std::nullopt);
    }

    void aCopyIsANewOne() {
        const Entries before = withIds({entry("gpipe"), entry("1f1b")});
        const Entries now = edited({before[0], before[0], before[1]}, before);
        QCOMPARE(placesIn(before, now), (Places{0, std::nullopt, 1}));
    }

    /// Of an entry that is gone, never of one that stays.
    void anEntryWithoutAnIdMayBeAnEarlierOne() {
        const Entries then =
            withIds({entry("gpipe"), entry("hanayo", 2), entry("hanayo", 4), entry("1f1b", {}, "mine")});
        QCOMPARE(placesIn(then, edited(read({then[3], then[2], then[1], then[0]}), then)), (Places{3, 2, 1, 0}));
        QCOMPARE(placesIn(then, edited(read({entry("hanayo", 4)}), then)), (Places{2}));
        QCOMPARE(placesIn(then, edited(read({entry("1f1b", 8, "mine"), entry("1f1b")}), then)),
                 (Places{3, std::nullopt}));
        QCOMPARE(placesIn(then, edited(read({entry("1f1b", {}, "yours")}), then)), (Places{3}));
        QCOMPARE(placesIn(then, edited(read({entry("zb-h1")}), then)), (Places{std::nullopt}));
        Entries added = then;
        added.push_back(entry("gpipe"));
        QCOMPARE(placesIn(then, edited(added, then)), (Places{0, 1, 2, 3, std::nullopt}));
    }

    /// What is pinned is held against what a person removes and adds again, too.
    void whatComesBackIsFound() {
        const Entries pinned = withIds({entry("gpipe"), entry("1f1b"), entry("hanayo", 2)});
        const Entries fewer = edited({pinned[0], pinned[2]}, pinned);
        const Entries again = edited({pinned[2], pinned[0], entry("1f1b"), entry("1f1b", {}, "b")}, fewer);
        QVERIFY(again[2].id != pinned[1].id);
        QCOMPARE(placesIn(pinned, again), (Places{2, 0, 1, std::nullopt}));
        QVERIFY(!areSameEntries(pinned, again) && areSameEntries(again, again));
    }

    /// Colours stay when entries of their kind are edited, moved, added or removed.
    void keepsItsColor() {
        const Entries before = withIds({entry("1f1b", {}, "c"), entry("1f1b", {}, "b"), entry("1f1b", {}, "a")});
        const std::vector<int> colors = colorsOf(before);
        QCOMPARE(colors, seriesInks(read(before)));
        QCOMPARE(std::set<int>(colors.begin(), colors.end()).size(), std::size_t(3));
        Entries now{before[2], before[1]};
        now[0].label = "z";
        now[1].own.microbatches = 32;
        now.insert(now.begin(), entry("1f1b", {}, "0"));
        now = edited(now, before);
        QCOMPARE(now[1].color, colors[2]);
        QCOMPARE(now[2].color, colors[1]);
        QVERIFY(now[0].color != colors[1] && now[0].color != colors[2]);
        // What comes back has its colour again, unless another entry has it now.
        const Entries back = edited({now[0], before[0], now[1], now[2]}, now);
        QCOMPARE(std::set<int>({back[0].color, back[1].color, back[2].color, back[3].color}).size(), std::size_t(4));
        QCOMPARE(back[2].color, colors[2]);
    }

    void anotherKindHasItsOwnColor() {
        const Entries before = withIds({entry("gpipe"), entry("1f1b")});
        Entries now = before;
        now[0].kind = "zb-h1";
        now = edited(now, before);
        QCOMPARE(colorsOf(now), seriesInks(read(now)));
        QCOMPARE(placesIn(before, now), (Places{0, 1}));
    }
};

QTEST_APPLESS_MAIN(TestEntryIds)

}  // namespace tst_entry_ids
#include "tst_entry_ids.moc"
