#pragma once

#include "app/documents/document.h"
#include "engine/lessons/lesson.h"

#include <memory>

namespace bubblescope {

/// A lesson, and the text it was read from. Lessons are not edited in the window, so saving writes that text.
struct LoadedLesson {
    std::string title;
    std::string text;
    Lesson lesson;

    friend bool operator==(const LoadedLesson&, const LoadedLesson&) = default;
};

/// Reads a lesson; its steps may refer to presets.
Result<LoadedLesson> readLoadedLesson(const std::string& text);

/// The open lesson.
class LessonDocument : public Document {
    Q_OBJECT

public:
    explicit LessonDocument(QObject* parent = nullptr);

    const Lesson& lesson() const { return m_loaded->lesson; }

    QString title() const override { return QString::fromStdString(m_loaded->title); }
    void setTitle(const QString& title) override;

    /// Replaces the content: by a preset, which has no path, by a file's content, or by the draft of an earlier run of
    /// the program.
    void start(const LoadedLesson& loaded, const Origin& origin);

    Draft draft() const override;

protected:
    Result<std::string> contents() const override { return m_loaded->text; }

private:
    void show(std::shared_ptr<const LoadedLesson> loaded);

    std::shared_ptr<const LoadedLesson> m_loaded;
};

}  // namespace bubblescope
