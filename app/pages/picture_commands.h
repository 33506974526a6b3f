#pragma once

#include <QObject>
#include <QWidget>

#include "widgets/gantt/time_view.h"
#include "widgets/picture/exported_gantts.h"

#include <functional>
#include <optional>

namespace bubblescope {

class Results;
struct GanttLook;
struct Settings;

/// Exports and copies pictures of the current comparison that look as the window does.
class PictureCommands : public QObject {
    Q_OBJECT

public:
    /// `look` is the look of the page; it must outlive this object.
    PictureCommands(Results& results, Settings& settings, const GanttLook& look, QWidget* window);

    /// `seen` adds what is on screen besides the document and its look: the playback time and the highlights.
    void setSeen(std::function<void(PictureOptions& options)> seen) { m_seen = std::move(seen); }

    // `schedules` are the indices of the schedules in the picture; empty means all.

    /// Opens the export dialog; `name` is the file name that it proposes, `time` the visible time span.
    void exportPicture(const QString& name, const TimeView& time, const std::vector<int>& schedules = {});
    /// Copies the picture to the clipboard, at a resolution that is sharp on any screen.
    void copyImage(const std::vector<int>& schedules = {});
    void exportMemory(const QString& name, const std::vector<int>& schedules = {});

signals:
    void failed(const QString& line);
    void copied(const QString& line);

private:
    PictureOptions options(const std::vector<int>& schedules) const;
    bool hasPicture(const PictureOptions& options);

    Results& m_results;
    Settings& m_settings;
    const GanttLook& m_look;
    QWidget* m_window;
    std::function<void(PictureOptions& options)> m_seen = [](PictureOptions&) {};
    /// What the last export dialog offered, and what was chosen in it.
    struct LastExport {
        Scenario scenario;
        PictureOptions offered, chosen;
    };
    std::optional<LastExport> m_last;
};

}  // namespace bubblescope
