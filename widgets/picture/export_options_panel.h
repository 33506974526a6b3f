#pragma once

#include <QFileDialog>
#include <QWidget>

#include "widgets/picture/exportable.h"

class QGridLayout;
class QLabel;
class QLineEdit;

class QCheckBox;
class QComboBox;

namespace bubblescope {

class LengthField;
class SegmentedControl;

/// The options of an export, as far as the exported thing has them. Options without effect are disabled. A field with
/// invalid text is marked, shows the reason below itself, and counts with its previous value.
class ExportOptionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExportOptionsPanel(const Exportable& thing, QWidget* parent = nullptr);

    QString suffix() const;
    void setSuffix(const QString& suffix);
    /// Null while values are chosen; valuesFormat() is null while pictures are chosen.
    const PictureFormat* pictureFormat() const;
    const ValuesFormat* valuesFormat() const;

    /// The index of the chosen part.
    std::size_t part() const;

    PictureOptions options() const;
    void setOptions(const PictureOptions& options);
    /// False while no schedule is checked: options() cannot express that, because an empty list means all.
    bool hasSchedules() const;
    /// The keys of the options that have a field here.
    std::vector<std::string_view> keys() const;

    /// The first problem with the text of a field; empty if there is none.
    QString problem() const;
    /// An error with its field called by the label used here.
    QString told(const Error& problem) const;
    /// Shows what is wrong at the field of a key until something changes. Returns whether there is such a field.
    bool markProblem(const Error& problem);

    /// Shown beside the size: "2400 × 1184 pixels", or another note.
    void setSizeNote(const QSizeF& size, int pages);
    void setSizeNote(const QString& note);

public slots:
    /// Applies the look of a style file, or writes the look to a file; styleDone() reports the result.
    void loadStyle(const QString& path);
    void saveStyle(const QString& path);

signals:
    void changed();
    void styleDone(const QString& message, bool isError);

private:
    static constexpr int kFieldWidth = 184;
    using Value = std::optional<ParameterValue>;

    /// An option and the widgets that show it.
    struct Field {
        const PictureOption* option;
        QList<QWidget*> widgets;  // enabled and disabled together
        std::function<Result<Value>()> get;
        std::function<void(const Value& value)> set;
        std::function<void(bool isMarked)> mark;  // null if the field cannot be wrong
        QLabel* problem = nullptr;
    };

    void addSection(const QString& title);
    /// Returns the label.
    QLabel* addRow(const QString& label, QWidget* field);
    void addWide(QWidget* field);
    SegmentedControl* addSegments(const QString& label, const QStringList& choices);
    QComboBox* addCombo(const QString& label);
    QCheckBox* addCheck(const QString& text);

    Field& addField(const PictureOption& option, QList<QWidget*> widgets);
    void addOption(const PictureOption& option);
    void addChoice(const PictureOption& option);
    void addFlag(const PictureOption& option);
    void addNumber(const PictureOption& option);
    void addLength(const PictureOption& option);
    void addText(const PictureOption& option);
    void addFont(const PictureOption& option);
    void addProblem(Field& field, std::function<void(bool isMarked)> mark);

    // Rows that are not made from an option alone.
    void addFile(const Exportable& thing);
    void addStyle();
    void addShape();
    void addMarks(const PictureOption& option);
    void addTitle(const PictureOption& option);
    void addUseOfZoom(const std::pair<double, double>& range);
    void addNotes(const PictureOption& option);
    void addSchedules(const PictureOption& option, const QStringList& titles);
    const Field* fieldOf(std::string_view key) const;
    void setBase(const PictureOptions& options);
    void themeChosen();
    void renumber();
    void refresh();
    void askForStyle(QFileDialog::AcceptMode mode);
    bool isGantts() const { return m_drawn.what == kOfGantts; }

    QGridLayout* m_grid;
    QComboBox* m_format;
    SegmentedControl *m_shape = nullptr, *m_theme = nullptr;
    QLabel* m_sizeNote = nullptr;
    LengthField *m_width = nullptr, *m_height = nullptr;
    QList<LengthField*> m_types;  // sizes of type and the margin, which papers give in points
    QCheckBox* m_hasTitle = nullptr;

    // Null if the thing has no such choice.
    SegmentedControl* m_figures = nullptr;
    QComboBox *m_part = nullptr, *m_style = nullptr, *m_palette = nullptr;
    QLineEdit* m_title = nullptr;
    QList<QWidget*> m_styleLinks;
    QList<QCheckBox*> m_schedules;

    std::vector<Field> m_fields;
    std::vector<const PictureFormat*> m_formats;  // the picture formats that the thing has
    decltype(Exportable::restyled) m_restyled;
    decltype(Exportable::look) m_look;
    PictureOptions m_base;  // the values of options without a field, and the last valid values of the others
    Numbering m_numbers;    // of the names in the fields
    Drawn m_drawn;
    std::size_t m_figure;
    bool m_canHaveTitle;
    int m_colorPalette = 0;
    bool m_isSetting = false;  // while all fields are set at once
};

}  // namespace bubblescope
