#pragma once

#include <QFileDialog>
#include <QWidget>

#include "widgets/picture/exportable.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace bubblescope {

class FlatCheck;
class FlatEdit;
class LengthField;
class SegmentedControl;

/// The choices of what is exported: those that it has. What means nothing for what is drawn is disabled. A field whose
/// text is no value is marked, says why below itself, and counts as what it was before.
class ExportOptionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExportOptionsPanel(const Exportable& thing, QWidget* parent = nullptr);

    QString suffix() const;
    void setSuffix(const QString& suffix);
    /// Null while numbers are chosen, and the other while pictures are.
    const PictureFormat* pictureFormat() const;
    const ValuesFormat* valuesFormat() const;

    /// Which of the thing's parts is chosen.
    std::size_t part() const;

    PictureOptions options() const;
    void setOptions(const PictureOptions& options);
    /// False while every schedule is unticked: options() then cannot say so, for none means all.
    bool hasSchedules() const;
    /// The keys of the options that have a field here.
    std::vector<std::string_view> keys() const;

    /// What is wrong with the text of a field, the first; empty: nothing.
    QString problem() const;
    /// An error with the name of its field as it is called here.
    QString told(const Error& problem) const;
    /// Says at the field of a key what is wrong with it until something changes. Whether there is such a field.
    bool markProblem(const Error& problem);

    /// Beside the size: "2400 × 1184 pixels", or whatever else is worth a note.
    void setSizeNote(const QSizeF& size, int pages);
    void setSizeNote(const QString& note);

public slots:
    /// Takes the look of a file, and writes it into one; styleDone() says what became of it.
    void loadStyle(const QString& path);
    void saveStyle(const QString& path);

signals:
    void changed();
    void styleDone(const QString& message, bool isError);

private:
    static constexpr int kFieldWidth = 184;
    using Value = std::optional<ParameterValue>;

    /// An option and what shows it.
    struct Field {
        const PictureOption* option;
        QList<QWidget*> widgets;  // enabled and disabled together
        std::function<Result<Value>()> get;
        std::function<void(const Value& value)> set;
        std::function<void(bool isMarked)> mark;  // null: it cannot be wrong
        QLabel* problem = nullptr;
    };

    void addSection(const QString& title);
    /// Returns the label.
    QLabel* addRow(const QString& label, QWidget* field);
    void addWide(QWidget* field);
    SegmentedControl* addSegments(const QString& label, const QStringList& choices);
    QComboBox* addCombo(const QString& label);
    FlatCheck* addCheck(const QString& text);

    Field& addField(std::string_view key, QList<QWidget*> widgets);
    void addChoice(std::string_view key, const QString& label, const QStringList& choices);
    void addList(std::string_view key, const QString& label, const QStringList& choices);
    void addFlag(std::string_view key, const QString& text, const QString& toolTip = {});
    void addNumber(std::string_view key, const QString& label, const QString& toolTip);
    LengthField* addLength(std::string_view key, const QString& label, const QString& without, bool hasNames);
    void addText(std::string_view key, const QString& label, const QString& example, const QString& toolTip);
    void addProblem(Field& field, std::function<void(bool isMarked)> mark);

    void addFile(const Exportable& thing);
    void addStyle();
    void addSize();
    void addLook(const Exportable& thing);
    void addCells(bool ofSteps);
    void addMarks(bool ofSchemes);
    void addAround(const Exportable& thing);
    void addTitle();
    void addPointers(const Exportable& thing);
    void addNotes();
    void addSchedules(const QString& heading, const QStringList& titles);
    void setBase(const PictureOptions& options);
    void themeChosen();
    void refresh();
    void askForStyle(QFileDialog::AcceptMode mode);
    bool isGantts() const { return m_palette != nullptr; }

    QGridLayout* m_grid;
    QComboBox* m_format;
    SegmentedControl *m_shape, *m_theme;
    QLabel* m_sizeNote;
    LengthField *m_width, *m_height;
    FlatCheck* m_hasTitle;

    // Null where the thing has no such choice.
    SegmentedControl* m_figures = nullptr;
    QComboBox *m_part = nullptr, *m_style = nullptr, *m_palette = nullptr;
    FlatEdit* m_title = nullptr;
    QList<QWidget*> m_styleLinks;
    QList<FlatCheck*> m_schedules;

    std::vector<Field> m_fields;
    std::vector<const PictureFormat*> m_formats;  // of pictures that the thing has
    decltype(Exportable::restyled) m_restyled;
    decltype(Exportable::look) m_look;
    PictureOptions m_base;  // what has no field, and the last good value of what has one
    Drawn m_drawn;
    std::size_t m_figure;
    bool m_canHaveTitle;
    int m_colorPalette = 0;
    bool m_isSetting = false;  // all fields at once
};

}  // namespace bubblescope
