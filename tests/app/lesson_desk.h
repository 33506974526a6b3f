#pragma once

#include "app/documents/lesson_document.h"
#include "tests/app/desk.h"
#include "widgets/lessons/lesson_bar.h"

#include <algorithm>

namespace bubblescope::test {

constexpr int kHangAfterMs = 300'000;

/// Of two schedules, the second step up to a time.
constexpr char kTwoSchedules[] = R"({
  "format": "bubblescope-lesson", "version": 1, "title": "Costs %3 and %4",
  "document": {"workload": {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2},
               "schedules": [{"kind": "gpipe"}, {"kind": "1f1b"}]},
  "steps": [{"highlight": ["3F3", "#2:0B0"], "caption": "Look."},
            {"set": {"workload.comm": 1}, "until": 10, "caption": "Now?"}]})";

/// A window on a lesson: a preset's name, or a file.
class LessonDesk : public Desk {
public:
    explicit LessonDesk(const QString& name) : Desk(name.contains('/') ? name : QStringLiteral("preset:") + name) {
        awaitWords();
    }

    LessonPlayer& player() { return window.controller().lesson(); }
    LessonBar& bar() { return window.lessonBar(); }
    const Lesson& lesson() { return window.controller().documents().lesson().lesson(); }
    GanttWidget& gantt() { return schedulesOf(window).gantt(); }

    void awaitWords() {
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(!bar().words().caption.isEmpty(), kHangAfterMs);
    }
    /// As a clicker does it.
    void click(Qt::Key key) {
        QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, key);
        settle();
    }
    bool hasHighlight(Highlight::As as) {
        const auto& all = gantt().highlights();
        return std::any_of(all.begin(), all.end(), [&](const Highlight& one) { return one.as == as; });
    }
};

/// Writes a lesson into a folder, and returns its path.
inline QString fileOf(const QTemporaryDir& home, const char* lesson) {
    const QString file = home.filePath(QStringLiteral("two.json"));
    QFile out(file);
    if (out.open(QIODevice::WriteOnly)) out.write(lesson);
    return file;
}

}  // namespace bubblescope::test
