#include "widgets/lessons/lesson_export.h"

#include "widgets/picture/save_file.h"

namespace bubblescope {

bool isWebPage(const QString& path) { return path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive); }

Result<void> exportLesson(const QString& path, LessonPages pages, const Lesson& lesson,
                          const std::vector<SpokenStep>& spoken, const LessonFile& file) {
    if (isWebPage(path)) {
        const auto page = lessonPage(lesson, spoken, file, ThemeId::Light);
        return page ? writeFile(path, *page) : Result<void>(page.error());
    }
    const auto picture = lessonPicture(lesson, spoken, pages);
    return picture ? savePicture(path, kPdf, *picture, 1, file.text) : Result<void>(picture.error());
}

}  // namespace bubblescope
