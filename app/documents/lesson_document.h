#pragma once

#include "app/documents/document_of.h"
#include "engine/lessons/lesson.h"

namespace bubblescope {

/// A lesson, and the text it was read from. Lessons are not edited in the window, so saving writes that text.
struct LoadedLesson {
    std::string title;
    std::string text;
    Lesson lesson;

    /// Of the text, in hexadecimal; answers name their lesson by it.
    std::string sha256() const;

    friend bool operator==(const LoadedLesson&, const LoadedLesson&) = default;
};

/// Reads a lesson; its steps may refer to presets.
Result<LoadedLesson> readLoadedLesson(const std::string& text);

/// The open lesson.
class LessonDocument : public DocumentOf<LoadedLesson> {
    Q_OBJECT

public:
    explicit LessonDocument(QObject* parent = nullptr);

    const Lesson& lesson() const { return value().lesson; }

    void setTitle(const QString& title) override;

protected:
    std::string text() const override { return value().text; }
};

}  // namespace bubblescope
