#include "app/picture_commands.h"

#include "app/comparison.h"
#include "app/settings.h"
#include "engine/io/scenario_file.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kCopyScale = 2;

}  // namespace

PictureCommands::PictureCommands(Comparison& comparison, Settings& settings, QWidget* window)
    : QObject(window), m_comparison(comparison), m_settings(settings), m_window(window) {}

FigureOptions PictureCommands::options() const {
    FigureOptions options;
    options.theme = m_comparison.theme();
    if (!m_settings.palette.isEmpty()) options.palette = m_settings.palette;
    options.colorBy = m_settings.colorBy;
    options.labels = m_settings.labels;
    options.firstNumber = m_settings.firstNumber;
    options.bubble = m_settings.bubble;
    options.title = QString::fromStdString(m_comparison.scenario().title);
    return options;
}

bool PictureCommands::hasPicture() {
    const auto& outcomes = m_comparison.outcomes();
    if (std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return outcome.run != nullptr; }))
        return true;
    emit failed(tr("There is no picture yet: choose a schedule on the left that runs this workload."));
    return false;
}

void PictureCommands::copyImage() {
    if (!hasPicture()) return;
    const auto image = figureImage(m_comparison.outcomes(), options(), kCopyScale);
    if (!image) {
        emit failed(QString::fromStdString(image.error().text()));
        return;
    }
    QGuiApplication::clipboard()->setImage(*image);
    emit copied(tr("The picture is on the clipboard"));
}

}  // namespace bubblescope
