#include "app/documents/lesson_document.h"

#include <QCryptographicHash>

#include "app/documents/presets.h"
#include "engine/io/lesson_file.h"
#include "widgets/kit/format.h"

namespace bubblescope {

namespace {

std::optional<std::string> presetText(std::string_view name) {
    const auto bytes = presetBytes(toQString(name));
    if (!bytes) return std::nullopt;
    return bytes->toStdString();
}

Result<DocumentContent> read(const std::string& text, ReadAs) {
    auto loaded = readLoadedLesson(text);
    if (!loaded) return loaded.error();
    return contentOf<LessonDocument>(std::move(*loaded));
}

/// A template for a new lesson: one step on the default preset. Lessons are written as files, outside the program.
LoadedLesson fresh() {
    return *readLoadedLesson(R"({
  "format": "bubblescope-lesson",
  "version": 1,
  "title": "A lesson",
  "document": "preset:default",
  "steps": [{"caption": "{D} devices, {MBS} microbatches."}]
}
)");
}

}  // namespace

const DocumentKind kLessonKind{
    .id = "lesson",
    .called = QT_TRANSLATE_NOOP("Text", "a lesson"),
    .files = QT_TRANSLATE_NOOP("Text", "Lessons"),
    .suffix = ".json",
    .format = "bubblescope-lesson",
    .presets = ":/presets/lessons/",
    .listed = "lessons",
    .first = "lesson-1-one-device",
    .read = read,
    .make = [](QObject* parent) -> Document* { return new LessonDocument(parent); },
    .fresh = [](const Scenario&) { return contentOf<LessonDocument>(fresh()); },
};

Result<LoadedLesson> readLoadedLesson(const std::string& text) {
    auto lesson = readLesson(text, presetText);
    if (!lesson) return lesson.error();
    return LoadedLesson{lesson->title, text, std::move(*lesson)};
}

std::string LoadedLesson::sha256() const {
    const QByteArrayView bytes(text.data(), static_cast<qsizetype>(text.size()));
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString();
}

LessonDocument::LessonDocument(QObject* parent) : DocumentOf(kLessonKind, fresh(), parent) {}

void LessonDocument::setTitle(const QString& title) {
    const auto after = readLoadedLesson(withLessonTitle(text(), title.toStdString()));
    if (!after) return emit refused(toQString(after.error().text()));
    if (after->title != value().title) apply({*after, tr("Change title")});
}

}  // namespace bubblescope
