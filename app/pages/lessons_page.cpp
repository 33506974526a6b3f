#include "app/pages/lessons_page.h"

#include "app/commands/window_controller.h"
#include "app/documents/lesson_document.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "app/pages/pages.h"
#include "engine/lessons/lesson_numbers.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/gantt_thumbnail.h"
#include "widgets/kit/csv.h"
#include "widgets/kit/format.h"
#include "widgets/kit/projector_type.h"
#include "widgets/shown/outcome.h"

#include <QPainter>
#include <QShowEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bubblescope {

namespace {

/// A board on an easel.
void paintIcon(QPainter& painter, const QRectF& rect, const QColor& color) {
    const auto at = [&](double x, double y) {
        return QPointF(rect.left() + x * rect.width(), rect.top() + y * rect.height());
    };
    painter.setPen(QPen(color, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(at(0.14, 0.06), at(0.86, 0.72)), 2, 2);
    painter.drawLine(at(0.4, 0.72), at(0.3, 1));
    painter.drawLine(at(0.6, 0.72), at(0.7, 1));
    painter.drawLine(at(0.28, 0.3), at(0.58, 0.3));
    painter.drawLine(at(0.4, 0.48), at(0.72, 0.48));
}

/// The ranks of each node as dots on a ring.
QImage ringsPicture(const CollectiveSetup& setup, const OpPalette& palette, const Theme& theme, QSize size,
                    double ratio) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const int each = std::min(setup.cluster.nodeSize, setup.ranks), nodes = (setup.ranks + each - 1) / each;
    const double room = static_cast<double>(size.width()) / nodes;
    const double dot = 5 * ratio, radius = std::min(room, static_cast<double>(size.height())) / 2 - dot - 6 * ratio;
    if (each > 32 || radius < dot) return image;
    const std::vector<QColor> colors = rankColors(setup.ranks, setup.cluster.nodeSize, palette);
    for (int rank = 0; rank < setup.ranks; ++rank) {
        const QPointF center(room * (rank / each + 0.5), size.height() / 2.0);
        const auto place = [&](int index) {
            const double turn = 2 * std::numbers::pi * (index + 0.5) / each;
            return center + QPointF(std::sin(turn), -std::cos(turn)) * radius;
        };
        painter.setPen(QPen(theme.mutedText, 1.2 * ratio));
        painter.drawLine(place(rank % each), place(rank % each + 1));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors[static_cast<std::size_t>(rank)]);
        painter.drawEllipse(place(rank % each), dot, dot);
    }
    image.setDevicePixelRatio(ratio);
    return image;
}

constexpr std::size_t kMostPictured = 3;  // schedules on a card

std::size_t picturedIn(const LessonScene& scene) {
    const auto* scenario = std::get_if<Scenario>(&scene);
    return scenario ? std::min(scenario->schedules.size(), kMostPictured) : 0;
}

/// A thumbnail of a step's scene.
QImage pictureOf(const LessonScene& scene, GanttStyle style, QSize size, double ratio, ThemeId theme) {
    style.theme = theme;
    if (const auto* scenario = std::get_if<Scenario>(&scene)) {
        std::vector<TrackData> shown;
        for (std::size_t i = 0; i < picturedIn(scene); ++i)
            if (const RunResult ran = run(*scenario, i)) shown.push_back(shownOf(outcomeOf(*scenario, i, *ran)));
        return shown.empty() ? QImage() : ganttThumbnail(shown, style, size, ratio);
    }
    return ringsPicture(std::get<CollectiveSetup>(scene), *style.palette, themeOf(theme), size, ratio);
}

}  // namespace

const PageKind kLessonsPage{
    .id = "lessons",
    .title = QT_TRANSLATE_NOOP("Text", "Lessons"),
    .paintIcon = paintIcon,
    .document = &kLessonKind,
    .suits = [](WindowController&) { return true; },
    .ownActions = [](const Actions&) { return QList<QAction*>(); },
    .make = [](WindowController& controller, QWidget* parent) -> Page* { return new LessonsPage(controller, parent); },
};

LessonsPage::LessonsPage(WindowController& controller, QWidget* parent)
    : Page(parent),
      m_controller(controller),
      m_gallery(
          new CardGallery({tr("Lessons"), tr("A course in %1 lessons").arg(presets(kLessonKind).size()),
                           tr("Page Down, Page Up or a clicker moves through a lesson. Everything stays live: F9 shows "
                              "the sliders when someone asks; the next step resets them.")})) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_gallery);
    m_gallery->setExpanded(true);
    connect(m_gallery, &CardGallery::chosen, this, &LessonsPage::open);
    connect(&controller.documents().lesson(), &Document::changed, this, [this] {
        takeFile();
        if (isVisible()) showFaces();
    });
    connect(&controller, &WindowController::styleChanged, this, [this] {
        if (isVisible()) showFaces();
    });
    readPresets();
    takeFile();
    showFaces();
}

void LessonsPage::showParts() { m_gallery->setScale(isPresenting() ? projectorScale(*this) : 1); }

/// Of the steps that compare most schedules, the one nearest the middle.
std::shared_ptr<const LessonScene> LessonsPage::pictureSceneOf(const Lesson& lesson) {
    const auto middle = lesson.steps.begin() + static_cast<std::ptrdiff_t>(lesson.steps.size() / 2);
    auto best = lesson.steps.begin();
    const auto rank = [&](auto at) { return std::pair(picturedIn(at->scene), -std::abs(at - middle)); };
    for (auto at = best; at != lesson.steps.end(); ++at)
        if (rank(at) > rank(best)) best = at;
    return std::make_shared<const LessonScene>(best->scene);
}

void LessonsPage::readPresets() {
    for (const Preset& preset : presets(kLessonKind)) {
        const auto bytes = presetBytes(preset.name);
        if (auto loaded = readLoadedLesson(bytes->toStdString()))
            m_courses.push_back({preset.name, std::move(loaded->lesson)});
    }
}

/// Puts the open lesson first if it is a file.
void LessonsPage::takeFile() {
    std::erase_if(m_courses, [](const Course& course) { return course.isFile; });
    const LessonDocument& open = m_controller.documents().lesson();
    if (!open.path().isEmpty()) m_courses.insert(m_courses.begin(), {open.name(), open.lesson(), true});
}

int LessonsPage::seenOf(const Course& course) const {
    const QList<int> seen = m_controller.settings().seenSteps(course.name);
    return static_cast<int>(std::count_if(seen.begin(), seen.end(), [&](int step) {
        return step >= 0 && static_cast<std::size_t>(step) < course.lesson.steps.size();
    }));
}

/// The first lesson that was not seen completely; if there is none, the first lesson.
std::size_t LessonsPage::nextOne() const {
    const auto next = std::ranges::find_if(m_courses, [&](const Course& course) {
        return !course.isFile && seenOf(course) < static_cast<int>(course.lesson.steps.size());
    });
    return next == m_courses.end() ? 0 : static_cast<std::size_t>(next - m_courses.begin());
}

/// The open lesson, from which one returns to this page; if there is none, the next one.
std::size_t LessonsPage::openOrNext() const {
    const auto open = std::ranges::find(m_courses, m_controller.documents().lesson().name(), &Course::name);
    return open == m_courses.end() ? nextOne() : static_cast<std::size_t>(open - m_courses.begin());
}

void LessonsPage::showFaces() {
    std::vector<CardFace> faces;
    const GanttStyle style = m_controller.style(m_controller.settings().schedulesLook);
    if (std::exchange(m_style, style) != style) ++m_styles;
    int number = 0;
    for (const Course& course : m_courses) {
        const auto steps = static_cast<int>(course.lesson.steps.size());
        const int seen = seenOf(course);
        CardFace face;
        face.id = course.name;
        const QString title = toQString(course.lesson.title);
        face.title = course.isFile ? title : tr("%1. %2").arg(QString::number(++number), title);
        const QString progress = steps == 1      ? (seen == 0 ? tr("1 step") : tr("1 step, seen"))
                                 : seen == 0     ? tr("%1 steps").arg(steps)
                                 : seen == steps ? tr("%1 steps, all seen").arg(steps)
                                                 : tr("%1 of %2 steps seen").arg(seen).arg(steps);
        face.lines = {toQString(course.lesson.summary), progress};
        face.wraps = true;
        face.tip = face.lines;
        if (!course.lesson.source.empty()) face.tip += toQString(course.lesson.source);
        face.picture = [scene = course.pictured, style](QSize size, double ratio, ThemeId theme) {
            return pictureOf(*scene, style, size, ratio, theme);
        };
        face.pictured = course.pictured;
        face.look = m_styles;
        faces.push_back(std::move(face));
    }
    m_gallery->setFaces(faces);
    m_gallery->setCurrent(nextOne());
    emit statusChanged();
}

void LessonsPage::open(std::size_t index) {
    const Course& course = m_courses[index];
    if (course.isFile) return m_controller.lesson().begin();
    m_controller.files().open(toQString(kPresetPrefix) + course.name);
}

QString LessonsPage::answer() const {
    int steps = 0, seen = 0;
    for (const Course& course : m_courses) {
        steps += static_cast<int>(course.lesson.steps.size());
        seen += seenOf(course);
    }
    return tr("%1 lessons · %2 of %3 steps seen").arg(m_courses.size()).arg(seen).arg(steps);
}

void LessonsPage::exportPicture() { emit failed(tr("Nothing to export yet. Open a lesson first.")); }

void LessonsPage::copyImage() { exportPicture(); }

QString LessonsPage::table() const {
    QString csv = QStringLiteral("lesson,title,steps,seen\n");
    for (const Course& course : m_courses)
        csv += QStringLiteral("%1,%2,%3,%4\n")
                   .arg(csvCell(course.name), csvCell(toQString(course.lesson.title)),
                        QString::number(course.lesson.steps.size()), QString::number(seenOf(course)));
    return csv;
}

QWidget* LessonsPage::start() const {
    return m_gallery->cards().empty() ? static_cast<QWidget*>(m_gallery) : m_gallery->cards()[openOrNext()];
}

void LessonsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    showFaces();
}

}  // namespace bubblescope
