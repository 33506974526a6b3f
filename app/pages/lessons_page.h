#pragma once

#include "app/pages/page.h"
#include "engine/lessons/lesson.h"
#include "widgets/gantt/gantt_layout.h"

#include <memory>
#include <vector>

namespace bubblescope {

class CardGallery;
class WindowController;

/// All lessons, in the order of the course, each with the number of steps seen; a click starts one.
class LessonsPage : public Page {
    Q_OBJECT

public:
    explicit LessonsPage(WindowController& controller, QWidget* parent = nullptr);

    QString answer() const override;
    void exportPicture() override;
    void copyImage() override;
    QString table() const override;

    CardGallery& gallery() { return *m_gallery; }

protected:
    void showParts() override;
    QWidget* start() const override;
    void showEvent(QShowEvent* event) override;

private:
    /// A built-in lesson, or the open lesson if it is a file.
    struct Course {
        QString name;
        Lesson lesson;
        bool isFile = false;
        std::shared_ptr<const LessonScene> pictured = pictureSceneOf(lesson);
    };
    static std::shared_ptr<const LessonScene> pictureSceneOf(const Lesson& lesson);
    void readPresets();
    void takeFile();
    void showFaces();
    int seenOf(const Course& course) const;
    std::size_t nextOne() const;
    std::size_t openOrNext() const;
    void open(std::size_t index);

    WindowController& m_controller;
    CardGallery* m_gallery;
    std::vector<Course> m_courses;
    GanttStyle m_style;
    int m_styles = 0;  // the number of style changes; cards repaint when it changes
};

}  // namespace bubblescope
