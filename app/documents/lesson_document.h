#pragma once

#include "app/documents/document.h"
#include "engine/lessons/lesson.h"

#include <memory>

namespace bubblescope {

/// A lesson, and the file that it was read from: nobody edits it here, so that is what is saved.
struct LoadedLesson {
    std::string title;
    std::string text;
    Lesson lesson;

    friend bool operator==(const LoadedLesson&, const LoadedLesson&) = default;
};

/// Reads a lesson whose documents may be presets.
Result<LoadedLesson> readLoadedLesson(const std::string& text);

/// The open lesson.
class LessonDocument : public Document {
    Q_OBJECT

public:
    explicit LessonDocument(QObject* parent = nullptr);

    const Lesson& lesson() const { return m_loaded->lesson; }

    QString title() const override { return QString::fromStdString(m_loaded->title); }
    void setTitle(const QString& title) override;

    /// Starts over: with a preset, which has no path, a file's content, or what another run of the program left.
    void start(const LoadedLesson& loaded, const Origin& origin);

    Draft draft() const override;

protected:
    Result<std::string> contents() const override { return m_loaded->text; }

private:
    void show(std::shared_ptr<const LoadedLesson> loaded);

    std::shared_ptr<const LoadedLesson> m_loaded;
};

}  // namespace bubblescope
